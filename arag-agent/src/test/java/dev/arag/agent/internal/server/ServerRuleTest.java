package dev.arag.agent.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServerRuleTest {
  /** The server, with the version if it is known, and the address of the thread or page. */
  private static final Pattern SOURCE = Pattern.compile("\\S.*: https://\\S+");

  @Test
  void eachRuleHasASource() {
    assertThat(ServerRule.table())
        .allMatch(rule -> !rule.value().isBlank() && SOURCE.matcher(rule.source()).matches());
  }

  @Test
  void eachKindIsUsedAndNoRuleIsRepeated() {
    assertThat(ServerRule.table().stream().map(ServerRule::kind).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(ServerRule.Kind.class));
    assertThat(ServerRule.table().stream().map(rule -> rule.kind() + " " + rule.value()))
        .doesNotHaveDuplicates();
  }
}
