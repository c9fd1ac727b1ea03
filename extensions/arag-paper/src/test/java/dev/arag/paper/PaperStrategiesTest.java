package dev.arag.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PaperStrategiesTest {
  static List<String> names() {
    return PaperStrategies.names();
  }

  @Test
  void listsTheNames() {
    assertThat(names())
        .containsExactly("arag-naive", "arag-no-keyword", "arag-no-semantic", "arag-no-read");
  }

  @ParameterizedTest
  @MethodSource("names")
  void findsEachStrategyByItsName(String name) {
    assertThat(PaperStrategies.named(name).name()).isEqualTo(name);
    assertThat(PaperStrategies.named(name)).isEqualTo(PaperStrategies.named(name));
  }

  @Test
  void anUnknownNameIsAnErrorThatListsTheNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaperStrategies.named("arag"))
        .withMessage(
            "There is no strategy 'arag'. The strategies are arag-naive, arag-no-keyword,"
                + " arag-no-semantic, arag-no-read.");
  }
}
