package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ToolCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tools of {@link Toolbox#exploring} over an index on disk, and in an agent. */
class ExploringIndexTest {
  private static final Pattern ROW = Pattern.compile("(?m)^- (\\S+\\.\\w+): ");

  @TempDir Path folder;

  private static Document document(int number, Random random) {
    String type = List.of("md", "PDF", "txt").get(random.nextInt(3));
    Document.Builder document =
        Document.builder("d" + number + "." + type, "The ferry " + number + " is blue.")
            .title("Note " + number)
            .metadata("tenant", random.nextBoolean() ? "north" : "south");
    if (random.nextInt(3) > 0) {
      document.metadata("date", 2000 + random.nextInt(5) + "-03-01");
    }
    return document.build();
  }

  private Index index() {
    return Index.builder(folder.resolve("my.arag")).withoutEmbeddings().openOrCreate();
  }

  private static String outline(Catalogue corpus, Map<String, ?> arguments) {
    return Toolbox.exploring(corpus)
        .call(ToolCall.of("outline", arguments), Toolbox.newContext())
        .text();
  }

  private static String counts(List<Document> documents, Function<Document, String> value) {
    Map<String, Long> counts =
        documents.stream()
            .collect(Collectors.groupingBy(value, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void check(Catalogue corpus, Map<String, List<Document>> expected) {
    List<Document> all = expected.values().stream().flatMap(List::stream).toList();
    String text = outline(corpus, Map.of());
    if (all.isEmpty()) {
      assertThat(text).isEqualTo("There are no documents.");
      return;
    }
    Map<String, String> sources = new TreeMap<>();
    expected.forEach((name, documents) -> documents.forEach(it -> sources.put(it.id(), name)));
    Function<Document, String> year =
        it -> String.valueOf(it.metadata().getOrDefault("date", "(none)")).replaceAll("-.*", "");
    assertThat(text)
        .contains("\n" + all.size() + " document")
        .contains("\nby source: " + counts(all, it -> sources.get(it.id())) + "\n")
        .contains("\nby type: " + counts(all, it -> it.id().replaceAll(".*\\.", "").toLowerCase()));
    if (all.stream().anyMatch(it -> it.metadata().containsKey("date"))) {
      assertThat(text).contains("\nby year: " + counts(all, year) + "\n");
    }
    List<String> ids = new ArrayList<>();
    for (int offset = 0; offset < all.size(); offset += 20) {
      String page = outline(corpus, Map.of("offset", offset));
      ROW.matcher(page).results().map(MatchResult::group).forEach(ids::add);
    }
    assertThat(ids)
        .containsExactlyElementsOf(all.stream().map(it -> "- " + it.id() + ": ").sorted().toList());
  }

  private static Map<String, List<Document>> north(Map<String, List<Document>> documents) {
    Map<String, List<Document>> part = new TreeMap<>();
    documents.forEach(
        (name, of) ->
            part.put(
                name,
                of.stream().filter(it -> it.metadata().get("tenant").equals("north")).toList()));
    return part;
  }

  /** Several segments, updates, deletes, scopes and snapshots. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void countsAreThoseOfAnOracle(long seed) {
    Random random = new Random(seed);
    try (Index index = index()) {
      Map<String, List<Document>> documents = new TreeMap<>();
      Catalogue snapshot = index.snapshot();
      Map<String, List<Document>> then = new TreeMap<>();
      for (int round = 0; round < 6; round++) {
        String name = List.of("wiki", "mail").get(random.nextInt(2));
        List<Document> next = new ArrayList<>(documents.getOrDefault(name, List.of()));
        next.removeIf(it -> random.nextInt(3) == 0);
        for (int i = 0; i < random.nextInt(20); i++) {
          next.add(document(1000 * (round + 1) + i, random));
        }
        documents.put(name, List.copyOf(next));
        index.sync(Source.documents(name, next).prune(1.0));
        check(index, documents);
        check(index.within(Scope.equal("tenant", "north")), north(documents));
        check(snapshot, then);
        snapshot = index.snapshot();
        then = new TreeMap<>(documents);
      }
    }
  }

  @Test
  void anAgentCitesACountAndSearchesOneDocument() {
    try (Index index = index()) {
      index.sync(
          Source.documents(
              "s",
              List.of(
                  Document.builder("a/one.md", "The ferry is blue.")
                      .metadata("date", "2021-02-03")
                      .build(),
                  Document.of("a/two.md", "The ferry is red."))));
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("outline", Map.of())
              .call("keyword_search", Map.of("keywords", "ferry", "documents", List.of("a/one.md")))
              .call(
                  "keyword_search", Map.of("documents", "a/one.md ", "keywords", List.of("ferry")))
              .answer("There are two [tool#1: \"2 documents\"]. Ten [tool#1: \"10 documents\"].");
      var answer =
          Agent.builder(index, model)
              .tools(corpus -> Toolbox.exploring(corpus).showing("date"))
              .build()
              .ask("How many documents are there?");
      assertThat(answer.citations())
          .extracting(it -> it.verdict())
          .containsExactly(Verdict.SUPPORTED, Verdict.FABRICATED);
      List<String> results =
          answer.trajectory().steps().stream()
              .filter(Step.ToolUse.class::isInstance)
              .map(it -> ((Step.ToolUse) it).observation().text())
              .toList();
      assertThat(results.get(0)).contains("2 documents", "by year: (none) 1, 2021 1");
      assertThat(results.get(1)).contains("a/one.md (date: 2021-02-03)").doesNotContain("red");
      assertThat(results.get(2)).contains("turn 2").doesNotContain("blue");
    }
  }
}
