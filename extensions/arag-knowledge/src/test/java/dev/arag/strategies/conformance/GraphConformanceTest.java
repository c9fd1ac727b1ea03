package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.knowledge.Knowledge;
import dev.arag.knowledge.Summaries;
import dev.arag.knowledge.Themes;
import dev.arag.knowledge.Towns;
import dev.arag.knowledge.job.ExtractionLimits;
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
 * The rules of strategies for {@code graphrag} and {@code lightrag}. They are those of {@link
 * ConformanceTest} and {@link RandomRepliesTest}.
 */
class GraphConformanceTest {
  private static final String POINTS =
      "{\"points\":[{\"text\":\"Voss comes from Tarn\",\"score\":90,\"quotes\":[\"%s\"]}]}"
          .formatted(Texts.QUOTE);

  @TempDir static Path folder;
  private static Index index;
  private static Index empty;

  @BeforeAll
  static void makeIndexes() {
    index = Themes.open(folder.resolve("i.arag"));
    index.sync(Source.documents("test", Texts.ALL));
    Knowledge knowledge = Knowledge.of(index, "m");
    assertThat(
            knowledge
                .extractFacts(Towns.extractor(), ExtractionLimits.none(), progress -> {})
                .covered())
        .isEqualTo(Texts.ALL.size());
    // The summaries are made before, because a replay does not make them again.
    Corpus others = index.within(Scope.documents(Texts.OTHERS.stream().map(Document::id).toList()));
    for (Corpus corpus : List.of(index, others)) {
      for (String name : List.of("graphrag:local,lazy=50", "graphrag:global,lazy=50")) {
        Agent.builder(corpus, Summaries.model())
            .strategy(knowledge.addTo(OtherStrategies.all()).named(name))
            .build()
            .ask(Texts.QUESTION);
      }
    }
    empty = Themes.open(folder.resolve("empty.arag"));
    empty.sync(Source.documents("test", List.of()));
  }

  @AfterAll
  static void closeIndexes() {
    index.close();
    empty.close();
  }

  private static Cast cast(String name) {
    Cast cast = Cast.of(name, Knowledge.of(index, "m").addTo(OtherStrategies.all()));
    if (name.contains("lightrag")) {
      return cast.role(
          "keywords", "{\"high\":[\"place of birth\"],\"low\":[\"Old Bridge\",\"Mira Voss\"]}");
    }
    return name.contains("global") ? cast.role("mapper", POINTS) : cast;
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
        "graphrag:local",
        "graphrag:local,k=3,lazy=0",
        "graphrag:global",
        "graphrag:global,batches=2,lazy=3",
        "lightrag:local",
        "lightrag:global",
        "lightrag:mix",
        "lightrag:mix,k=3,lazy=2"
      })
  void keepsTheRules(String name) throws InterruptedException {
    Cast cast = cast(name);
    rules().everyQuoteIsSupported(cast);
    rules().everyTextInARequestWasShown(cast);
    rules().showsNothingOutOfScope(cast);
    rules().theSameRepliesGiveTheSameRecord(cast);
    rules().findsNothingInAnEmptyCorpus(cast);
    rules().usesTheRolesOfItsCast(cast);
    rules().answersWithABudgetOfOneCall(cast);
    rules().endsWithAWarningAfterUnreadableReplies(cast);
    rules().endsAtOnceWhenItIsCancelled(cast);
    rules().aNameFindsAnEqualStrategy(cast);
    rules().aNameFindsAnEqualStrategy(cast("graded+" + name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "graphrag:local",
        "graphrag:global",
        "lightrag:local",
        "lightrag:global",
        "lightrag:mix"
      })
  void keepsTheRulesInASampleOfRuns(String name) {
    RandomRepliesTest.run(cast(name).strategy(), index, 3, 1);
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"graphrag:local", "graphrag:global", "lightrag:mix"})
  void keepsTheRulesInAThousandRuns(String name) {
    RandomRepliesTest.run(cast(name).strategy(), index, 1_000, 2);
  }
}
