package dev.arag.core.internal.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void returnsTheFailureBeforeItsCauses() {
    IOException inner = new IOException("inner");
    IllegalStateException outer = new IllegalStateException("outer", inner);
    assertThat(Causes.chain(outer)).containsExactly(outer, inner);
  }

  @Test
  void limitsTheLengthOfACircularChain() {
    Exception one = new Exception("one");
    one.initCause(new Exception("two", one));
    assertThat(Causes.chain(one)).hasSize(20);
  }

  @Test
  void returnsTheExceptionOfATaskButThrowsAnError() {
    IOException thrown = new IOException("thrown");
    assertThat(Causes.of(new ExecutionException(thrown))).isSameAs(thrown);
    StackOverflowError error = new StackOverflowError();
    assertThatThrownBy(() -> Causes.of(new ExecutionException(error))).isSameAs(error);
  }

  @Test
  void wrapsOnlyCheckedExceptionsOfATask() {
    IllegalArgumentException unchecked = new IllegalArgumentException("unchecked");
    assertThat(Causes.unchecked(new ExecutionException(unchecked))).isSameAs(unchecked);
    IOException checked = new IOException("checked");
    assertThat(Causes.unchecked(new ExecutionException(checked)))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(checked);
    StackOverflowError error = new StackOverflowError();
    assertThatThrownBy(() -> Causes.unchecked(new ExecutionException(error))).isSameAs(error);
  }
}
