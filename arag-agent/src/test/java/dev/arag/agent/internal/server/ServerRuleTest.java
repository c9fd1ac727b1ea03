package dev.arag.agent.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServerRuleTest {
  private static final Path PAGE = Path.of("../docs/design/servers.md");
  private static final int HEADER_ROWS = 2;

  /** The server, with the version if it is known, and the address of the thread or page. */
  private static final Pattern SOURCE = Pattern.compile("(?<server>\\S.*): https://\\S+");

  /** A row of the page: a kind, or the class with the rule, and the values by server. */
  private static String row(String name, List<ServerRule> rules) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (ServerRule rule : rules) {
      values.computeIfAbsent(server(rule), any -> new ArrayList<>()).add(value(rule));
    }
    return values.entrySet().stream()
        .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
        .collect(Collectors.joining("; ", "| " + name + " | ", " |"));
  }

  private static String name(ServerRule rule) {
    return rule.kind() == ServerRule.Kind.IN_CODE
        ? rule.value().substring(0, rule.value().indexOf(": "))
        : rule.kind().name();
  }

  private static String value(ServerRule rule) {
    String value =
        rule.kind() == ServerRule.Kind.IN_CODE
            ? rule.value().substring(rule.value().indexOf(": ") + 2)
            : rule.value();
    return "`" + value.replace("|", "\\|") + "`";
  }

  private static String server(ServerRule rule) {
    Matcher source = SOURCE.matcher(rule.source());
    assertThat(source.matches()).as(rule.source()).isTrue();
    return source.group("server");
  }

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

  @Test
  void thePageShowsTheTable() throws IOException {
    Map<String, List<ServerRule>> byName =
        ServerRule.table().stream()
            .collect(
                Collectors.groupingBy(
                    ServerRuleTest::name, LinkedHashMap::new, Collectors.toList()));
    List<String> rows = new ArrayList<>();
    byName.forEach((name, rules) -> rows.add(row(name, rules)));
    List<String> table =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("|"))
            .skip(HEADER_ROWS)
            .toList();
    assertThat(table).containsExactlyElementsOf(rows);
  }
}
