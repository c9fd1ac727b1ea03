package dev.arag.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PaperStrategiesTest {
  static List<String> names() {
    return AllStrategies.ablations();
  }

  @Test
  void listsTheNames() {
    assertThat(names())
        .containsExactly("arag-naive", "arag-no-keyword", "arag-no-semantic", "arag-no-read");
  }

  @ParameterizedTest
  @MethodSource("names")
  void findsEachStrategyByItsName(String name) {
    assertThat(AllStrategies.named(name).name()).isEqualTo(name);
    assertThat(AllStrategies.named(name)).isEqualTo(AllStrategies.named(name));
  }

  @Test
  void anUnknownNameIsAnErrorThatListsTheNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllStrategies.named("arag-naive:k=5"))
        .withMessage(
            "There is no strategy 'arag-naive:k=5'. arag-naive has no such option; naive-rag and"
                + " hybrid-rag take a number of chunks from 1 to 1000, such as naive-rag:k=10.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllStrategies.named("arag-no"))
        .withMessage(
            "There is no strategy 'arag-no'. The strategies are direct, naive-rag,"
                + " hybrid-rag, all-in, arag, arag-naive, arag-no-keyword, arag-no-semantic,"
                + " arag-no-read; naive-rag and hybrid-rag take a number of chunks from 1 to 1000,"
                + " such as naive-rag:k=10.");
  }
}
