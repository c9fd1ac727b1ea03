package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.strategies.PromptModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of edits, deletes, jobs and questions in random scopes. Each sentence has a
 * number, and each summary contains the numbers of all sentences that its model has read. No
 * request may contain a number that the scope does not allow.
 */
class SummaryScopeTest {
  private static final Pattern NUMBER = Pattern.compile("\\bt\\d+\\b");

  /** A fact; the documents have other words. */
  private static final Pattern STATED = Pattern.compile("house t\\d+ \\| has");

  @TempDir Path folder;

  private static final String FACT =
      "{\"subject\":\"%s\",\"relation\":\"has\",\"object\":\"a green door\"}";

  private final Map<String, List<String>> documents = new TreeMap<>();

  /** The numbers that a document has or had. */
  private final Map<String, Set<String>> ever = new HashMap<>();

  private int next;
  private int factRequests;

  private static List<String> numbers(String text) {
    List<String> numbers = new ArrayList<>();
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find()) {
      numbers.add(matcher.group());
    }
    return numbers;
  }

  private static String summary(String prompt) {
    String text = prompt.substring(prompt.indexOf("<<<"));
    Matcher sentence = Pattern.compile("The house t\\d+ of Tarn has a green door").matcher(text);
    String quote = sentence.find() ? sentence.group() : "";
    return "{\"summary\":\"%s\",\"quotes\":[\"%s\"]}"
        .formatted(String.join(" ", new HashSet<>(numbers(text))), quote);
  }

  /** Replies to the requests of all strategies. */
  private static String reply(String prompt) {
    if (prompt.startsWith("Summarize")) {
      return summary(prompt);
    }
    if (prompt.startsWith("Extract the facts")) {
      return Pattern.compile("(house t\\d+) of Tarn")
          .matcher(prompt.substring(prompt.lastIndexOf("<<<")))
          .results()
          .map(each -> FACT.formatted(each.group(1)))
          .collect(Collectors.joining(",", "{\"facts\":[", "]}"));
    }
    if (prompt.startsWith("Choose the facts")) {
      return "{\"facts\":[1,2,3,4]}";
    }
    return prompt.startsWith("Write the keywords")
        ? "{\"high\":[\"has\"],\"low\":[\"a green door\",\"Tarn\"]}"
        : "{\"points\":[]}";
  }

  private String sentence() {
    return "The house t" + next++ + " of Tarn has a green door and a roof of red tiles. ";
  }

  private void change(Index index, Random random) {
    String id = "d" + random.nextInt(6);
    if (random.nextInt(4) == 0) {
      index.delete(List.of(id));
      documents.remove(id);
      ever.remove(id);
      return;
    }
    List<String> sentences = documents.computeIfAbsent(id, each -> new ArrayList<>());
    if (sentences.isEmpty()) {
      int count = 1 + random.nextInt(120);
      for (int i = 0; i < count; i++) {
        sentences.add(sentence());
      }
    } else {
      sentences.set(random.nextInt(sentences.size()), sentence());
    }
    String text = String.join("", sentences);
    ever.computeIfAbsent(id, each -> new HashSet<>()).addAll(numbers(text));
    Towns.put(index, id, text);
  }

  private void run(int steps, long seed, boolean hasRights) {
    documents.clear();
    ever.clear();
    Random random = new Random(seed);
    Index.Builder builder =
        Index.builder(folder.resolve(seed + ".arag"))
            .embedder(new HashEmbedder(64))
            .chunkTokens(100)
            .mentions(Graphs.phrases());
    try (Index index = (hasRights ? builder.rights() : builder).openOrCreate()) {
      change(index, random);
      Knowledge knowledge = Knowledge.of(index, "m");
      for (int i = 0; i < steps; i++) {
        change(index, random);
        if (random.nextInt(3) == 0) {
          PromptModel model = PromptModel.of(SummaryScopeTest::reply);
          knowledge.extractSummaries(model, ExtractionLimits.none(), progress -> {});
          knowledge.extractFacts(model, ExtractionLimits.none(), progress -> {});
        }
        if (random.nextInt(10) == 0) {
          index.purge();
        }
        if (hasRights) {
          askReader(index, knowledge, random, seed + " " + i);
        } else {
          ask(index, knowledge, random, seed + " " + i);
        }
      }
    }
  }

  private void ask(Index index, Knowledge knowledge, Random random, String step) {
    Set<String> allowed = new HashSet<>();
    Set<ChunkId> chunks = new HashSet<>();
    for (String id : documents.keySet()) {
      List<Chunk> all = index.chunksOf(id);
      int kind = random.nextInt(3);
      if (kind == 0) {
        all.forEach(each -> chunks.add(each.id()));
        allowed.addAll(ever.get(id));
      } else if (kind == 1) {
        // A part of the document: at least one chunk is missing.
        List<Chunk> some = all.subList(0, all.size() - 1);
        some.forEach(each -> chunks.add(each.id()));
        some.forEach(each -> allowed.addAll(numbers(each.text())));
      }
    }
    if (!chunks.isEmpty()) {
      ask(index, knowledge, random, Scope.chunks(chunks), allowed, step);
    }
  }

  /** Changes the rights of all documents. Earlier versions of a document may have had others. */
  private void askReader(Index index, Knowledge knowledge, Random random, String step) {
    Set<String> allowed = new HashSet<>();
    List<Document> changed = new ArrayList<>();
    documents.forEach(
        (id, sentences) -> {
          String text = String.join("", sentences);
          boolean isReadable = random.nextBoolean();
          allowed.addAll(isReadable ? numbers(text) : List.of());
          String group = isReadable ? "group:in" : "group:out";
          changed.add(Document.builder(id, text).readableBy(group).build());
        });
    index.put("test", changed);
    if (!allowed.isEmpty()) {
      ask(index, knowledge, random, Scope.readableBy("group:in"), allowed, step);
    }
  }

  private void ask(
      Index index,
      Knowledge knowledge,
      Random random,
      Scope scope,
      Set<String> allowed,
      String step) {
    PromptModel model = PromptModel.of(SummaryScopeTest::reply);
    List<Strategy> strategies =
        List.of(
            knowledge.raptor(20, 3),
            knowledge.overview(12, 3),
            knowledge.hippo(5, 3),
            knowledge.lightRagMix(5, 3));
    Strategy strategy = strategies.get(random.nextInt(strategies.size()));
    Agent.builder(index, model)
        .strategy(strategy)
        .build()
        .within(scope)
        .ask("Which house of Tarn has a green door?");
    Set<String> sent = new HashSet<>(numbers(String.join("\n", model.prompts())));
    assertThat(allowed).as(step).containsAll(sent);
    factRequests += model.prompts().stream().filter(STATED.asPredicate()).count();
  }

  @Test
  void noRequestContainsTextOutOfScopeInASample() {
    run(25, 1, false);
    run(25, 2, false);
    run(15, 30, true);
    assertThat(factRequests).isPositive();
  }

  @Test
  @Tag("full")
  void noRequestContainsTextOutOfScope() {
    for (int seed = 10; seed < 40; seed++) {
      run(50, seed, seed >= 30);
    }
  }
}
