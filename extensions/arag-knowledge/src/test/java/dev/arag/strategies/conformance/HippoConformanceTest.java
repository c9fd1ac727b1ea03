package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.knowledge.Knowledge;
import dev.arag.knowledge.Towns;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.strategies.OtherStrategies;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of strategies for {@code hippo}, with and without mentions. They are those of {@link
 * ConformanceTest} and {@link RandomRepliesTest}.
 */
class HippoConformanceTest {
  @TempDir static Path folder;
  private static Index index;
  private static Index indexWithMentions;
  private static Index empty;

  @BeforeAll
  static void makeIndexes() {
    index = Towns.open(folder.resolve("i.arag"));
    indexWithMentions =
        Index.builder(folder.resolve("m.arag"))
            .embedder(new HashEmbedder(256))
            .mentions(Graphs.phrases())
            .openOrCreate();
    for (Index each : List.of(index, indexWithMentions)) {
      each.sync(Source.documents("test", Texts.ALL));
      ExtractionReport report =
          Knowledge.of(each, "m")
              .extractFacts(Towns.extractor(), ExtractionLimits.none(), progress -> {});
      assertThat(report.covered()).isEqualTo(Texts.ALL.size());
    }
    empty = Towns.open(folder.resolve("empty.arag"));
    empty.sync(Source.documents("test", List.of()));
  }

  @AfterAll
  static void closeIndexes() {
    index.close();
    indexWithMentions.close();
    empty.close();
  }

  private static Cast cast(Index facts, String name) {
    return Cast.of(name, Knowledge.of(facts, "m").addTo(OtherStrategies.all()))
        .role("fact-filter", "{\"facts\":[1,2,3,4,5]}");
  }

  private static ConformanceTest rules(Index corpus) {
    return new ConformanceTest() {
      @Override
      protected Corpus corpus() {
        return corpus;
      }

      @Override
      protected Corpus emptyCorpus() {
        return empty;
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"hippo", "hippo:lazy=2"})
  void keepsTheRulesOfEveryCorpus(String name) {
    for (Index each : List.of(index, indexWithMentions)) {
      Cast cast = cast(each, name);
      rules(each).everyQuoteIsSupported(cast);
      rules(each).everyTextInARequestWasShown(cast);
      rules(each).showsNothingOutOfScope(cast);
      rules(each).theSameRepliesGiveTheSameRecord(cast);
      rules(each).findsNothingInAnEmptyCorpus(cast);
    }
  }

  @Test
  void keepsTheOtherRules() throws InterruptedException {
    Cast cast = cast(index, "hippo");
    rules(index).usesTheRolesOfItsCast(cast);
    rules(index).answersWithABudgetOfOneCall(cast);
    rules(index).endsWithAWarningAfterUnreadableReplies(cast);
    rules(index).endsAtOnceWhenItIsCancelled(cast);
    rules(index).aNameFindsAnEqualStrategy(cast);
    rules(index).aNameFindsAnEqualStrategy(cast(index, "graded+hippo:k=3,lazy=2"));
  }

  @Test
  void keepsTheRulesInASampleOfRuns() {
    RandomRepliesTest.run(cast(index, "hippo").strategy(), index, 3, 1);
  }

  @Test
  @Tag("full")
  void keepsTheRulesInAThousandRuns() {
    RandomRepliesTest.run(cast(index, "hippo").strategy(), index, 1_000, 2);
  }
}
