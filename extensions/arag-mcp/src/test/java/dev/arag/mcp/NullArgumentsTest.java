package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that are not allowed are refused at once, with an exception that names them. */
class NullArgumentsTest {
  private final McpTools tools = McpTools.of(new TestCorpus());

  @Test
  void nullIsRefused() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayInputStream in = new ByteArrayInputStream(new byte[0]);
    assertThatNullPointerException().isThrownBy(() -> McpTools.of(null)).withMessage("corpus");
    assertThatNullPointerException().isThrownBy(() -> tools.prefix(null)).withMessage("prefix");
    assertThatNullPointerException().isThrownBy(() -> tools.about(null)).withMessage("about");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tools.about(" "))
        .withMessage("about must not be blank");
    assertThatNullPointerException().isThrownBy(() -> tools.ask(null)).withMessage("agent");
    assertThatNullPointerException()
        .isThrownBy(() -> tools.failureListener(null))
        .withMessage("listener");
    assertThatNullPointerException()
        .isThrownBy(() -> McpStdio.serve(null, in, out))
        .withMessage("tools");
    assertThatNullPointerException()
        .isThrownBy(() -> McpStdio.serve(tools, null, out))
        .withMessage("in");
    assertThatNullPointerException()
        .isThrownBy(() -> McpStdio.serve(tools, in, null))
        .withMessage("out");
    assertThatNullPointerException().isThrownBy(() -> McpHttp.start(null, 0)).withMessage("tools");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "ä", "a.b", "12345678901234567890123456789012345678901"})
  void aPrefixThatHostsMightRefuseIsRefused(String prefix) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tools.prefix(prefix))
        .withMessageStartingWith("prefix must be at most 40 letters");
  }
}
