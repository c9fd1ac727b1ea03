package dev.arag.strategies.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.spi.RunContext;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingRunTest {
  /** The default of a method that is not forwarded would not use the run. */
  @Test
  void forwardsEveryMethodOfARun() {
    assertThat(signatures(ForwardingRun.class)).containsAll(signatures(RunContext.class));
  }

  private static List<String> signatures(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(ForwardingRunTest::signature)
        .toList();
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
