package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.knowledge.Knowledge;
import dev.arag.knowledge.Summaries;
import dev.arag.knowledge.Towns;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.strategies.OtherStrategies;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of strategies for {@code raptor} and {@code overview}. They are those of {@link
 * ConformanceTest} and {@link RandomRepliesTest}.
 */
class SummaryConformanceTest {
  private static final String POINTS =
      "{\"points\":[{\"text\":\"Voss comes from Tarn\",\"score\":90,\"quotes\":[\"%s\"]},"
              .formatted(Texts.QUOTE)
          + "{\"text\":\"x\",\"score\":5,\"quotes\":[\"born in Rome\"]}]}";

  @TempDir static Path folder;
  private static Index index;
  private static Index empty;

  @BeforeAll
  static void makeIndexes() {
    index = Towns.open(folder.resolve("i.arag"));
    index.sync(Source.documents("test", Texts.ALL));
    ExtractionReport report =
        Knowledge.of(index, "m")
            .extractSummaries(Summaries.model(), ExtractionLimits.none(), progress -> {});
    assertThat(report.covered()).as(report.toString()).isEqualTo(Texts.ALL.size());
    empty = Towns.open(folder.resolve("empty.arag"));
    empty.sync(Source.documents("test", List.of()));
  }

  @AfterAll
  static void closeIndexes() {
    index.close();
    empty.close();
  }

  private static Cast cast(String name) {
    Cast cast = Cast.of(name, Knowledge.of(index, "m").addTo(OtherStrategies.all()));
    return name.contains("overview") ? cast.role("mapper", POINTS) : cast;
  }

  private static ConformanceTest rules() {
    return new ConformanceTest() {
      @Override
      protected Corpus corpus() {
        return index;
      }

      @Override
      protected Corpus emptyCorpus() {
        return empty;
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raptor",
        "raptor:k=20,lazy=2",
        "overview",
        "overview:batches=2,lazy=3",
        "covering+overview"
      })
  void keepsTheRules(String name) throws InterruptedException {
    Cast cast = cast(name);
    rules().everyQuoteIsSupported(name.startsWith("covering") ? cast(name.substring(9)) : cast);
    rules().everyTextInARequestWasShown(cast);
    rules().showsNothingOutOfScope(cast);
    rules().theSameRepliesGiveTheSameRecord(cast);
    rules().findsNothingInAnEmptyCorpus(cast);
    rules().usesTheRolesOfItsCast(cast);
    rules().answersWithABudgetOfOneCall(cast);
    rules().endsWithAWarningAfterUnreadableReplies(cast);
    rules().endsAtOnceWhenItIsCancelled(cast);
    rules().aNameFindsAnEqualStrategy(cast);
  }

  @ParameterizedTest
  @ValueSource(strings = {"raptor", "overview"})
  void keepsTheRulesInASampleOfRuns(String name) {
    RandomRepliesTest.run(cast(name).strategy(), index, 3, 1);
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"raptor", "overview"})
  void keepsTheRulesInAThousandRuns(String name) {
    RandomRepliesTest.run(cast(name).strategy(), index, 1_000, 2);
  }
}
