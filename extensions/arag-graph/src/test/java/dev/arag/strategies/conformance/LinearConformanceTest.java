package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.graph.internal.rank.GraphCorpus;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
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
 * The rules of strategies for {@code linear}, with a corpus in memory and with an index. They are
 * those of {@link ConformanceTest} and {@link RandomRepliesTest}.
 */
class LinearConformanceTest {
  private static final Cast LINEAR =
      Cast.of(
          "linear",
          OtherStrategies.all()
              .withOptions(
                  Graphs.LINEAR, OtherStrategies.chunks(Graphs.LINEAR_CHUNKS, Graphs::linear)));

  private static final Corpus IN_MEMORY = inMemory(Texts.ALL);

  @TempDir static Path folder;
  private static Index index;
  private static Index empty;

  @BeforeAll
  static void makeIndexes() {
    index = open("i.arag");
    index.sync(Source.documents("test", Texts.ALL));
    empty = open("empty.arag");
    empty.sync(Source.documents("test", List.of()));
  }

  private static Index open(String name) {
    return Index.builder(folder.resolve(name))
        .embedder(new HashEmbedder(256))
        .mentions(Graphs.phrases())
        .openOrCreate();
  }

  private static Corpus inMemory(List<Document> documents) {
    Catalogue corpus = InMemoryCorpus.of(new HashEmbedder(256), documents);
    return new GraphCorpus(corpus);
  }

  @AfterAll
  static void closeIndexes() {
    index.close();
    empty.close();
  }

  private static ConformanceTest rules(boolean inIndex) {
    return new ConformanceTest() {
      @Override
      protected Corpus corpus() {
        return inIndex ? index : IN_MEMORY;
      }

      @Override
      protected Corpus emptyCorpus() {
        return inIndex ? empty : inMemory(List.of());
      }
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsTheRulesOfEveryCorpus(boolean inIndex) {
    assertThat(index.mentions()).isPresent();
    rules(inIndex).everyQuoteIsSupported(LINEAR);
    rules(inIndex).everyTextInARequestWasShown(LINEAR);
    rules(inIndex).showsNothingOutOfScope(LINEAR);
    rules(inIndex).theSameRepliesGiveTheSameRecord(LINEAR);
    rules(inIndex).findsNothingInAnEmptyCorpus(LINEAR);
  }

  @Test
  void keepsTheOtherRules() throws InterruptedException {
    rules(false).usesTheRolesOfItsCast(LINEAR);
    rules(false).answersWithABudgetOfOneCall(LINEAR);
    rules(false).endsWithAWarningAfterUnreadableReplies(LINEAR);
    rules(false).endsAtOnceWhenItIsCancelled(LINEAR);
    rules(false).aNameFindsAnEqualStrategy(LINEAR);
  }

  @Test
  void keepsTheRulesInASampleOfRuns() {
    RandomRepliesTest.run(LINEAR.strategy(), IN_MEMORY, 3, 1);
  }

  @Test
  @Tag("full")
  void keepsTheRulesInAThousandRuns() {
    RandomRepliesTest.run(LINEAR.strategy(), IN_MEMORY, 1_000, 2);
  }
}
