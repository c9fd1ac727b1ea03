package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.strategies.PromptModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of a tenant in an index of its own, and in one that another tenant uses, too. No
 * request and no warning depends on the other tenant. Each sentence has a number, so that a search
 * of the bytes finds what remains of deleted documents. The tenants write about the same people.
 */
class KnowledgeTenantsTest {
  private static final Pattern NUMBER = Pattern.compile("\\bN\\d{5}\\b");
  private static final Pattern SENTENCE =
      Pattern.compile("[A-Z]\\w+ \\w+ was born in \\w+ N\\d{5}\\.");
  private static final List<String> PEOPLE = List.of("Mira Voss", "Edda Kern", "Anders Holm");
  private static final List<String> TOWNS = List.of("Tarn", "Quill", "Ilmark", "Norland");
  private static final List<String> STRATEGIES =
      List.of(
          "hippo:k=3",
          "hippo:k=3,lazy=2",
          "raptor:k=3",
          "raptor:k=3,lazy=2",
          "overview",
          "overview:lazy=1",
          "graphrag:local,k=2",
          "graphrag:global,lazy=2",
          "lightrag:mix,k=3");

  /** The number of changes before each question. */
  private static final int CHANGES = 4;

  private static final String QUESTION = "Where was Mira Voss born?";

  @TempDir Path folder;

  private int questions;
  private int requests;
  private int deletes;

  @Test
  void nothingDependsOnOtherTenantsInASample() {
    run(1, 2, 8);
  }

  @Test
  @Tag("full")
  void nothingDependsOnOtherTenants() {
    run(2, 102, 20);
  }

  private void run(long from, long to, int steps) {
    for (long seed = from; seed < to; seed++) {
      new History(seed).run(steps);
    }
    System.out.printf(
        "tenants with extracted texts: %d histories, %d questions, %d requests, %d deletes%n",
        to - from, questions, requests, deletes);
    assertThat(requests).isGreaterThan(questions);
    assertThat(deletes).isPositive();
  }

  /** Replies to the requests of all strategies and jobs. */
  static String reply(String prompt) {
    if (prompt.startsWith("Extract the facts")) {
      return Towns.facts(prompt);
    }
    if (prompt.startsWith("Summarize") || prompt.contains("Write one summary of the whole")) {
      return Summaries.reply(prompt);
    }
    if (prompt.contains("List the points")) {
      return points(prompt);
    }
    if (prompt.startsWith("Choose the facts")) {
      return "{\"facts\":[1,2,3,4]}";
    }
    return prompt.startsWith("Write the keywords")
        ? "{\"high\":[\"was born in\"],\"low\":[\"Mira Voss\",\"Tarn\"]}"
        : "In Tarn";
  }

  private static String points(String prompt) {
    Matcher sentences = SENTENCE.matcher(prompt);
    List<String> points = new ArrayList<>();
    while (sentences.find() && points.size() < 3) {
      String point = "{\"text\":\"See %s\",\"score\":%d,\"quotes\":[\"%s\"]}";
      points.add(point.formatted(sentences.group(), 50 - points.size(), sentences.group()));
    }
    return "{\"points\":[" + String.join(",", points) + "]}";
  }

  /** One history in both indexes. */
  private final class History {
    private final Random random;
    private final Path sharedDirectory;
    private final Path ownDirectory;
    private final Map<String, List<String>> sentences = new TreeMap<>();

    /** The numbers that a document has or had since it was added. */
    private final Map<String, Set<String>> numbers = new HashMap<>();

    private final String name;
    private int next = 10_000;

    History(long seed) {
      random = new Random(seed);
      name = "seed " + seed;
      sharedDirectory = folder.resolve("shared" + seed);
      ownDirectory = folder.resolve("own" + seed);
    }

    private Index open(Path directory) {
      return Index.builder(directory)
          .embedder(new HashEmbedder(64))
          .chunkTokens(64)
          .mentions(Graphs.phrases())
          .openOrCreate();
    }

    void run(int steps) {
      try (Index shared = open(sharedDirectory);
          Index own = open(ownDirectory)) {
        Knowledge ofShared = Knowledge.of(shared, "m");
        Knowledge ofOwn = Knowledge.of(own, "m");
        put("mine-0", shared, own);
        extract(ofShared, ofOwn);
        for (int step = 0; step < steps; step++) {
          for (int i = 0; i < CHANGES; i++) {
            change(ofShared, ofOwn, shared, own);
          }
          String strategy = STRATEGIES.get(random.nextInt(STRATEGIES.size()));
          questions++;
          assertThat(ask(shared.within(scope("mine")), ofShared, strategy))
              .as("%s, step %d, %s", name, step, strategy)
              .isEqualTo(ask(own, ofOwn, strategy));
        }
        for (Index index : List.of(shared, own)) {
          index.purge();
        }
      }
      for (Path directory : List.of(sharedDirectory, ownDirectory)) {
        assertThat(Index.verify(directory).ok()).as(name).isTrue();
        assertThat(numbersIn(directory)).as(name).isSubsetOf(live());
      }
    }

    private void change(Knowledge ofShared, Knowledge ofOwn, Index shared, Index own) {
      String mine = "mine-" + random.nextInt(4);
      String other = "other-" + random.nextInt(4);
      switch (random.nextInt(9)) {
        case 0, 1 -> put(mine, shared, own);
        case 2 -> delete(mine.replace('0', '1'), shared, own);
        case 3, 4 -> put(other, shared);
        case 5 -> delete(other, shared);
        case 6 -> extract(ofShared, ofOwn);
        case 7 -> ask(shared.within(scope("other")), ofShared, "graphrag:global");
        default -> ask(shared.within(scope("other")), ofShared, "raptor:lazy=5");
      }
    }

    private Scope scope(String tenant) {
      return Scope.equal("tenant", tenant);
    }

    /** Adds a document of several chunks, or edits a sentence of it. */
    private void put(String id, Index... indexes) {
      List<String> text = sentences.computeIfAbsent(id, each -> new ArrayList<>());
      if (text.isEmpty()) {
        int count = 1 + random.nextInt(24);
        for (int i = 0; i < count; i++) {
          text.add(sentence());
        }
      } else {
        text.set(random.nextInt(text.size()), sentence());
      }
      String all = String.join(" ", text);
      numbers.computeIfAbsent(id, each -> new HashSet<>()).addAll(numbersOf(all));
      for (Index index : indexes) {
        Document document = Document.builder(id, all).metadata("tenant", id.split("-")[0]).build();
        index.put("test", List.of(document));
      }
    }

    private String sentence() {
      return PEOPLE.get(random.nextInt(3))
          + " was born in "
          + TOWNS.get(random.nextInt(4))
          + " N"
          + next++
          + ".";
    }

    private void delete(String id, Index... indexes) {
      sentences.remove(id);
      Set<String> gone = numbers.remove(id);
      for (Index index : indexes) {
        index.delete(List.of(id));
      }
      if (gone != null) {
        deletes++;
        for (Path directory : List.of(sharedDirectory, ownDirectory)) {
          assertThat(numbersIn(directory.resolve("derived")))
              .as("%s: %s was deleted", name, id)
              .noneMatch(gone::contains);
        }
      }
    }

    private void extract(Knowledge... all) {
      boolean isFacts = random.nextBoolean();
      for (Knowledge each : all) {
        PromptModel model = PromptModel.of(KnowledgeTenantsTest::reply);
        var unused = each.extractSummaries(model, ExtractionLimits.none(), progress -> {});
        if (isFacts || numbers.size() == 1) {
          unused = each.extractFacts(model, ExtractionLimits.none(), progress -> {});
        }
      }
    }

    /** Returns the requests without the random codes of their marker lines, and the answer. */
    private List<String> ask(Corpus corpus, Knowledge knowledge, String strategy) {
      PromptModel model = PromptModel.of(KnowledgeTenantsTest::reply);
      Answer answer =
          Agent.builder(corpus, model)
              .strategy(knowledge.addTo(Strategies.builtIn()).named(strategy))
              .build()
              .ask(QUESTION);
      List<String> all =
          model.prompts().stream()
              .map(each -> each.replaceAll("(<<<|>>>)\\w{4,}", "$1"))
              .sorted()
              .collect(Collectors.toCollection(ArrayList::new));
      requests += all.size();
      all.add(answer.text());
      all.addAll(answer.warnings());
      return all;
    }

    private Set<String> live() {
      return numbersOf(sentences.values().toString());
    }

    private static Set<String> numbersOf(String text) {
      return NUMBER.matcher(text).results().map(each -> each.group()).collect(Collectors.toSet());
    }

    private static Set<String> numbersIn(Path directory) {
      Set<String> found = new HashSet<>();
      try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.of()) {
        for (Path each : files.filter(Files::isRegularFile).toList()) {
          found.addAll(numbersOf(Files.readString(each, StandardCharsets.ISO_8859_1)));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return found;
    }
  }
}
