package dev.arag.agent.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.paper.Paper;
import dev.arag.paper.internal.PaperTools;
import dev.arag.records.ChunksJsonParser;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the results of the tools in the paper profile with those of {@link ReferenceTools},
 * character by character. Both use the same embedder.
 */
class ReferenceComparisonTest {
  private static final Path SMALL = Path.of("src/test/resources/paper/chunks.json");
  private static final int SEARCHES = 15;

  private final Embedder embedder = new HashEmbedder(64);
  private final Random random = new Random(1);
  @TempDir Path folder;
  private int hits;

  @BeforeEach
  void checkTheReference() {
    assertThat(ReferenceTools.sentences(" .A b! 3.14?\n\nYes...No"))
        .containsExactly("A b", "3", "14", "Yes", "No");
  }

  @Test
  void equalsTheReferenceOnASmallCorpus() throws IOException {
    compare(SMALL);
  }

  @Test
  void equalsTheReferenceOnRealData() throws IOException {
    compareRealData("hotpotqa_train100");
  }

  @Tag("full")
  @Test
  void equalsTheReferenceOnMoreRealData() throws IOException {
    compareRealData("musique_train100");
  }

  private void compareRealData(String set) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "none"), set, "chunks.json");
    Assumptions.assumeTrue(Files.isRegularFile(data), "no data at " + data);
    compare(data);
  }

  private void compare(Path file) throws IOException {
    Map<String, String> chunks = chunks(file);
    Path directory = folder.resolve("my.arag");
    try (Index index =
        Index.builder(directory)
            .embedder(embedder)
            .sentenceRules(Paper.sentenceRules())
            .openOrCreate()) {
      index.sync(Source.path(file).parser(ChunksJsonParser.only()));
      compareSearches(chunks, index, new ReferenceTools(chunks, embedder));
      compareReads(chunks, index, new ReferenceTools(chunks, embedder));
    }
    assertThat(Index.verify(directory).ok()).isTrue();
    System.out.printf(
        "%s: %d chunks, %d searches of each kind, %d hits: all equal the reference%n",
        file.getParent().getFileName(), chunks.size(), SEARCHES, hits);
  }

  private void compareSearches(
      Map<String, String> chunks, Corpus corpus, ReferenceTools reference) {
    Tools tools = new Tools(corpus);
    List<String> texts = List.copyOf(chunks.values());
    for (int i = 0; i < SEARCHES; i++) {
      List<String> keywords = new ArrayList<>();
      for (int k = random.nextInt(3); k >= 0; k--) {
        keywords.add(words(texts, 1 + random.nextInt(3)));
      }
      // A keyword that is repeated in another case counts once in this library.
      Set<String> distinct = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
      distinct.addAll(keywords);
      keywords = List.copyOf(distinct);
      int topK = 1 + random.nextInt(25);
      String found = tools.call("keyword_search", Map.of("keywords", keywords, "top_k", topK));
      assertThat(found)
          .as("%s %d", keywords, topK)
          .isEqualTo(reference.keywordSearch(keywords, topK));
      String query = words(texts, 1 + random.nextInt(8));
      String near = tools.call("semantic_search", Map.of("query", query, "top_k", topK));
      assertThat(near).as("%s %d", query, topK).isEqualTo(reference.semanticSearch(query, topK));
      hits += found.split("Chunk ID: ").length + near.split("Chunk ID: ").length - 2;
    }
    assertThat(tools.call("keyword_search", Map.of("keywords", List.of("qqqq", "zzzz"))))
        .isEqualTo(reference.keywordSearch(List.of("qqqq", "zzzz"), 5));
  }

  /**
   * Returns words that follow each other in one line of a text. A keyword of this library also
   * matches across line breaks and matches other quotes and dashes, which is not tested here.
   */
  private String words(List<String> texts, int count) {
    String[] lines = texts.get(random.nextInt(texts.size())).split("\\s{2,}|\\n");
    List<String> words =
        Arrays.stream(lines[random.nextInt(lines.length)].split(" "))
            .filter(word -> word.matches("[A-Za-z0-9.,]{2,}"))
            .toList();
    int start = random.nextInt(Math.max(1, words.size() - count));
    String joined = String.join(" ", words.subList(start, Math.min(words.size(), start + count)));
    return joined.length() > 1 ? joined : "the";
  }

  private void compareReads(Map<String, String> chunks, Corpus corpus, ReferenceTools reference) {
    Tools tools = new Tools(corpus);
    List<String> ids = new ArrayList<>(chunks.keySet());
    ids.addAll(List.of("none", "-1", "9999999"));
    for (int i = 0; i < SEARCHES; i++) {
      List<String> wanted = new ArrayList<>();
      for (int k = random.nextInt(5); k > 0; k--) {
        wanted.add(ids.get(random.nextInt(Math.min(30, ids.size()))));
        if (random.nextInt(4) == 0) {
          wanted.add(random.nextBoolean() ? wanted.get(0) : ids.get(ids.size() - 1));
        }
      }
      assertThat(tools.call("chunk_read", Map.of("chunk_ids", wanted)))
          .as("%s", wanted)
          .isEqualTo(reference.readChunks(wanted));
    }
    for (String id : chunks.keySet()) {
      assertThat(new Tools(corpus).call("chunk_read", Map.of("chunk_ids", List.of(id))))
          .isEqualTo(
              new ReferenceTools(Map.of(id, chunks.get(id)), embedder).readChunks(List.of(id)));
    }
  }

  /** Results over an index that was split by other rules have the same form. */
  @Test
  void hasTheSameFormOverOtherSentences() throws IOException {
    Map<String, String> chunks =
        Map.of("7", "Dr. Voss lived in Tarn. She built the Old Bridge of Tarn!");
    try (Index index = Index.builder(folder.resolve("d.arag")).embedder(embedder).openOrCreate()) {
      Path file =
          Files.writeString(
              folder.resolve("chunks.json"),
              new ObjectMapper()
                  .writeValueAsString(List.of(Map.of("id", "7", "text", chunks.get("7")))));
      index.sync(Source.path(file).parser(ChunksJsonParser.only()));
      assertThat(new Tools(index).call("keyword_search", Map.of("keywords", List.of("Tarn"))))
          .isEqualTo(
              "Chunk ID: 7, Matched keywords in chunk: ... Dr. Voss lived in Tarn ... She built the"
                  + " Old Bridge of Tarn ...");
    }
    assertThat(new Tools(InMemoryCorpus.of()).call("semantic_search", Map.of("query", "Tarn")))
        .isEqualTo("No results for: Tarn");
  }

  /** Reads the texts without invisible characters, which this library does not show. */
  private static Map<String, String> chunks(Path file) throws IOException {
    Map<String, String> chunks = new LinkedHashMap<>();
    for (JsonNode element : new ObjectMapper().readTree(file.toFile())) {
      String text = element.textValue();
      int colon = text.indexOf(':');
      chunks.put(text.substring(0, colon), InvisibleText.strip(text.substring(colon + 1)));
    }
    return chunks;
  }

  /** The tools of one conversation whose requests contain all earlier results. */
  private static final class Tools {
    private final Toolbox tools;
    private final ContextTracker tracker = Toolbox.newContext();

    Tools(Corpus corpus) {
      tools = PaperTools.of(corpus);
    }

    String call(String tool, Map<String, Object> arguments) {
      return tools.call(ToolCall.of(tool, arguments), tracker, section -> true).text();
    }
  }
}
