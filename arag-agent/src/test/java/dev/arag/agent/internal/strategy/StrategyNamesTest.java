package dev.arag.agent.internal.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyNamesTest {
  @Test
  void listsTheNames() {
    assertThat(Strategies.builtIn().names())
        .containsExactly("direct", "naive-rag", "hybrid-rag", "all-in", "arag");
  }

  private static List<String> names() {
    return Strategies.builtIn().names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void findsEachStrategyByItsName(String name) {
    assertThat(Strategies.builtIn().named(name).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"naive-rag:k=10", "hybrid-rag:k=20", "naive-rag:k=1", "naive-rag:k=1000"})
  void findsAStrategyWithANumberOfChunks(String name) {
    assertThat(Strategies.builtIn().named(name).name()).isEqualTo(name);
  }

  @Test
  void omitsDefaultParametersFromTheName() {
    assertThat(Strategies.builtIn().named("naive-rag:k=5").name()).isEqualTo("naive-rag");
    assertThat(Strategies.naiveRag(5).name()).isEqualTo("naive-rag");
    assertThat(Strategies.hybridRag(7).name()).isEqualTo("hybrid-rag:k=7");
  }

  @Test
  void addsTheNameOfTheRanking() {
    ChunkRanking chunk =
        new ChunkRanking() {
          @Override
          public List<ChunkId> rank(Corpus corpus, String query, int k) {
            return List.of();
          }

          @Override
          public String name() {
            return "chunk";
          }
        };
    assertThat(Strategies.naiveRag(5, chunk).name()).isEqualTo("naive-rag:ranking=chunk");
    assertThat(Strategies.naiveRag(10, chunk).name()).isEqualTo("naive-rag:k=10,ranking=chunk");
    assertThat(Strategies.naiveRag(10, (corpus, query, k) -> List.of()).name())
        .isEqualTo("naive-rag:k=10,ranking=custom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ARAG", "marag", "marag:k=5"})
  void anUnknownNameIsAnErrorThatListsTheNames(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.builtIn().named(name))
        .withMessage(
            "There is no strategy '"
                + name
                + "'. The strategies are direct, naive-rag, hybrid-rag, all-in, arag; naive-rag and"
                + " hybrid-rag take a number of chunks from 1 to 1000, such as naive-rag:k=10.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "naive-rag:",
        "naive-rag:k=0",
        "naive-rag:k=x",
        "naive-rag:k=1001",
        "naive-rag:k=99999999999",
        "naive-rag:k=010",
        "arag:k=5",
        "direct:k=1",
        "naive-rag:k=5:k=5"
      })
  void anUnknownOptionIsAnErrorThatNamesTheOptions(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.builtIn().named(name))
        .withMessage(
            "There is no strategy '%s'. %s has no such option; naive-rag and hybrid-rag take a number"
                + " of chunks from 1 to 1000, such as naive-rag:k=10.",
            name, name.split(":")[0]);
  }

  @Test
  void ofManyNamesTheSimilarOnesAreInTheError() {
    Strategies many = Strategies.builtIn();
    for (int i = 0; i < 10; i++) {
      many = many.with("own-" + i, Strategies::direct);
    }
    Strategies names = many;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names.named("arrag"))
        .withMessage(
            "There is no strategy 'arrag'. Did you mean arag? For all names, see Strategies.names.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names.named(""))
        .withMessage("There is no strategy ''. For all names, see Strategies.names.");
  }

  @Test
  void rejectsANumberOfChunksOutOfRange() {
    for (int k : new int[] {-1, 0, 1_001}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Strategies.naiveRag(k))
          .withMessage("k must be 1 to 1000, was " + k);
      assertThatIllegalArgumentException().isThrownBy(() -> Strategies.hybridRag(k));
    }
  }

  @Test
  void anUnknownWrapperIsAnErrorThatListsTheWrappers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.builtIn().named("graded+arag"))
        .withMessage("There is no wrapper 'graded' to put before '+'. The wrappers are: none.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "my+arag", "my:k=5", "my,other", "my=1", "(my)"})
  void rejectsANameThatNobodyCouldFind(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.builtIn().with(name, Strategies::direct))
        .withMessageContaining("was '" + name + "'");
  }

  @Test
  void findsAStrategyOfTheApplication() {
    Strategies names = Strategies.builtIn().with("our strategy", Strategies::direct);
    assertThat(names.named("our strategy").name()).isEqualTo("direct");
    assertThatIllegalArgumentException().isThrownBy(() -> names.named("our strategy:k=5"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names.with("our strategy", Strategies::allIn))
        .withMessage("There is already a strategy with the name 'our strategy'. Use another name.");
  }
}
