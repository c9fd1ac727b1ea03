package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.graph.Graphs;
import dev.arag.index.source.Source;
import dev.arag.paper.Paper;
import dev.arag.strategies.OtherStrategies;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs an agent over a collection, and again over an embedded index with the same documents and the
 * same replies of the model. The record of both runs must be the same, byte by byte.
 */
@Tag("solr")
class AgentRunTest {
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";
  private static final Path DEMO =
      Path.of("../arag-cli/src/main/resources/dev/arag/cli/demo/documents");

  @TempDir private static Path folder;
  private static SyncedTwice corpora;
  private static List<Chunk> chunks;

  @BeforeAll
  static void indexTheDemo() {
    corpora = SyncedTwice.create(folder.resolve("demo"), 256, 2, 1);
    assertThat(corpora.sync(Source.path(DEMO)).added()).isGreaterThan(30);
    chunks =
        corpora.index().documents(Slice.first(1_000)).stream()
            .flatMap(entry -> corpora.index().chunksOf(entry.id()).stream())
            .toList();
  }

  @AfterAll
  static void close() {
    corpora.close();
  }

  private static Trajectory run(
      Corpus corpus, ChatModel model, Scope scope, UnaryOperator<Agent.Builder> options) {
    Agent agent = options.apply(Agent.builder(corpus, model)).build().within(scope);
    try {
      return agent.ask(QUESTION).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  private static Trajectory assertSameRecord(
      ScriptedChatModel model, Scope scope, UnaryOperator<Agent.Builder> options) {
    Trajectory run = run(corpora.corpus(), model, scope, options);
    Trajectory again = run(corpora.index(), run.replay(), scope, options);
    assertThat(again.toJson()).isEqualTo(run.toJson());
    return run;
  }

  private static Trajectory assertSameRecord(ScriptedChatModel model) {
    return assertSameRecord(model, Scope.everything(), options -> options);
  }

  private static void assertSupported(Trajectory run) {
    assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(run.citations())
        .isNotEmpty()
        .extracting(Citation::verdict)
        .containsOnly(Verdict.SUPPORTED);
  }

  /** Returns the first chunk of a document of the demo. */
  private static Chunk chunk(String name) {
    return chunks.stream()
        .filter(chunk -> chunk.location().documentId().endsWith(name + ".md"))
        .findFirst()
        .orElseThrow();
  }

  private static Scope documents(String... names) {
    return Scope.documents(
        Stream.of(names).map(name -> chunk(name).location().documentId()).toList());
  }

  private static String id(String name) {
    return chunk(name).id().value();
  }

  /** Returns an answer with a quote of the last sentence of a chunk. */
  private static String citing(Chunk chunk) {
    String id = chunk.id().value();
    List<Sentence> sentences = chunk.sentences();
    return "In Brannock ["
        + id
        + "]\n\nEvidence:\n["
        + id
        + "] \""
        + sentences.get(sentences.size() - 1).text()
        + "\"";
  }

  @Test
  void searchesReadsAndCites() {
    assertSupported(
        assertSameRecord(
            ScriptedChatModel.script()
                .call("keyword_search", Map.of("keywords", List.of("Old Bridge", "Mira Voss")))
                .call("semantic_search", Map.of("query", "Who was born in Brannock?", "top_k", 8))
                .call("semantic_search", Map.of("query", "the market women", "offset", 8))
                .call(
                    "chunk_read",
                    Map.of("chunk_ids", List.of(id("old-bridge"), id("mira-voss"), "unknown")))
                .answer(citing(chunk("mira-voss")))));
  }

  @Test
  void readsSectionsWithNeighborsInAScope() {
    Scope scope = documents("old-bridge", "mira-voss", "tarn").or(Scope.between("year", 1, 2));
    assertSupported(
        assertSameRecord(
            ScriptedChatModel.script()
                .call(
                    "chunk_read",
                    Map.of("chunk_ids", List.of(id("old-bridge") + ".2"), "neighbors", 1))
                .call("keyword_search", Map.of("keywords", List.of("the"), "top_k", 20))
                .call("chunk_read", Map.of("chunk_ids", List.of(id("brannock"), id("tarn") + ".1")))
                .call("chunk_read", Map.of("chunk_ids", List.of(id("tarn")), "neighbors", 2))
                .answer(citing(chunk("tarn"))),
            scope,
            options -> options));
  }

  @Test
  void searchesWithOperatorsAndListsDocuments() {
    Trajectory run =
        assertSameRecord(
            ScriptedChatModel.script()
                .call("list_documents", "{}")
                .call(
                    "keyword_search",
                    Map.of(
                        "keywords",
                        List.of("bridge"),
                        "operators",
                        "\"Mira Voss\"^3 Brannock^0.25 -\"railway\""))
                .call("keyword_search", Map.of("keywords", List.of("C++", "{!x} *:*", "\ud83d")))
                .call("keyword_search", Map.of("keywords", List.of("a"), "operators", "^^ -"))
                .answer("NOT FOUND"),
            Scope.everything(),
            AgentRunTest::withMoreTools);
    assertThat(run.outcome()).contains(Outcome.NOT_FOUND);
  }

  private static Agent.Builder withMoreTools(Agent.Builder agent) {
    return agent.tools(
        corpus ->
            Toolbox.of(corpus)
                .with(Toolbox.keywordSearchWithOperators(corpus))
                .with(
                    RetrievalTool.of(
                        "list_documents",
                        "Lists documents.",
                        "{\"type\":\"object\",\"properties\":{}}",
                        arguments -> Observation.source("documents", listing(corpus)))));
  }

  private static String listing(Corpus corpus) {
    return ((Catalogue) corpus)
        .documents(new Slice(3, 30)).stream()
            .map(entry -> entry.id() + new TreeMap<>(entry.metadata()) + entry.characters())
            .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hybrid-rag", "all-in"})
  void strategiesShowTheSame(String strategy) {
    Trajectory run =
        assertSameRecord(
            ScriptedChatModel.script().answer(citing(chunk("mira-voss"))),
            documents("mira-voss", "old-bridge", "tarn", "brannock"),
            options -> options.strategy(OtherStrategies.all().named(strategy)));
    assertSupported(run);
  }

  @Test
  void linearNeedsAnEntityGraph() {
    Agent agent =
        Agent.builder(corpora.corpus(), ScriptedChatModel.script())
            .strategy(Graphs.linear())
            .build();
    assertThatThrownBy(() -> agent.ask(QUESTION))
        .isInstanceOf(NotIndexedException.class)
        .hasMessageContaining("A collection in Solr has none.");
  }

  @Test
  void randomRunsHaveTheSameRecord() {
    Map<StopReason, Integer> reasons = new EnumMap<>(StopReason.class);
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      boolean isPaper = random.nextInt(4) == 0;
      Trajectory run =
          assertSameRecord(
              script(random),
              scope(random),
              isPaper ? options -> options.profile(Paper.profile()) : AgentRunTest::withMoreTools);
      reasons.merge(run.stopReason(), 1, Integer::sum);
    }
    System.out.println("runs over a collection and an index: " + reasons);
    assertThat(reasons).hasSizeGreaterThan(1);
  }

  private static Scope scope(Random random) {
    List<String> documents =
        IntStream.range(0, 20).mapToObj(i -> pick(random, chunks).location().documentId()).toList();
    return switch (random.nextInt(4)) {
      case 0 -> Scope.documents(documents);
      case 1 -> Scope.documents(documents).not();
      default -> Scope.everything();
    };
  }

  private static ScriptedChatModel script(Random random) {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      addCall(script, random);
    }
    for (int i = 0; i < 3; i++) {
      script.answer(random.nextInt(4) == 0 ? "NOT FOUND" : citing(pick(random, chunks)));
    }
    return script;
  }

  private static void addCall(ScriptedChatModel script, Random random) {
    int topK = 1 + random.nextInt(20);
    int offset = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
    switch (random.nextInt(4)) {
      case 0 ->
          script.call(
              "keyword_search",
              Map.of("keywords", keywords(random), "top_k", topK, "offset", offset));
      case 1 ->
          script.call(
              "semantic_search",
              Map.of("query", words(random, 6), "top_k", topK, "offset", offset));
      case 2 ->
          script.call(
              "keyword_search",
              Map.of(
                  "keywords",
                  keywords(random),
                  "operators",
                  "\"" + words(random, 2) + "\"^2 -" + words(random, 1)));
      default -> script.call("chunk_read", Map.of("chunk_ids", ids(random), "neighbors", topK % 3));
    }
  }

  private static List<String> keywords(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(3))
        .mapToObj(i -> words(random, 1 + random.nextInt(2)))
        .toList();
  }

  private static List<String> ids(Random random) {
    List<String> ids = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String id = pick(random, chunks).id().value();
      ids.add(random.nextBoolean() ? id : id + "." + (1 + random.nextInt(5)));
    }
    return ids;
  }

  /** Returns words of a sentence of the corpus. */
  private static String words(Random random, int count) {
    String[] words = pick(random, pick(random, chunks).sentences()).text().split(" ");
    int start = random.nextInt(words.length);
    return IntStream.range(start, Math.min(start + count, words.length))
        .mapToObj(i -> words[i].replace("\"", ""))
        .collect(Collectors.joining(" "));
  }

  private static <T> T pick(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
