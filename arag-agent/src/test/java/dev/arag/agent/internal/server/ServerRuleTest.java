package dev.arag.agent.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServerRuleTest {
  private static final Path PAGE = Path.of("../docs/design/servers.md");

  private static String row(ServerRule rule) {
    return "| `%s` | `%s` | %s |"
        .formatted(rule.kind(), rule.value().replace("|", "\\|"), rule.source());
  }

  @Test
  void eachRuleHasASource() {
    assertThat(ServerRule.table())
        .allMatch(rule -> !rule.value().isBlank() && !rule.source().isBlank());
  }

  @Test
  void eachKindIsUsedAndNoRuleIsRepeated() {
    assertThat(ServerRule.table().stream().map(ServerRule::kind).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(ServerRule.Kind.class));
    assertThat(ServerRule.table().stream().map(rule -> rule.kind() + " " + rule.value()))
        .doesNotHaveDuplicates();
  }

  @Test
  void thePageShowsTheTable() throws IOException {
    List<String> rows = Files.readAllLines(PAGE).stream().filter(l -> l.startsWith("| `")).toList();
    assertThat(rows)
        .containsExactlyElementsOf(ServerRule.table().stream().map(ServerRuleTest::row).toList());
  }
}
