package dev.arag.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.corpus.KeywordOperators;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that a corpus on a server can be built with the public API alone. */
class MapServerCorpusTest extends CorpusContract {
  private static MapServerCorpus empty() {
    return new MapServerCorpus(new MapServer(), new HashEmbedder(), Scope.everything());
  }

  @Override
  protected Corpus corpus(Map<String, List<Document>> sources) {
    MapServerCorpus corpus = empty();
    sources.forEach(
        (source, documents) -> documents.forEach(each -> corpus.add(source, chunk(each))));
    return corpus;
  }

  private static Chunk chunk(Document document) {
    return InMemoryCorpus.of(document).read(ChunkId.of(document.id())).orElseThrow();
  }

  @Test
  void storesAChunkWithoutLoss() {
    Sentence heading = new Sentence("Bridges", 5, List.of(), true);
    Sentence body = new Sentence("The Old Bridge.", 13, List.of("Bridges"), false);
    List<Document.Page> pages = List.of(new Document.Page(13, 4));
    String text = "Bridges\nThe Old Bridge.";
    Location.Builder location =
        Location.builder("d")
            .heading(List.of("Bridges"))
            .page(3)
            .ordinal(2)
            .offset(5)
            .metadata(Map.of("year", 1893, "tags", List.of("old", "stone")));
    Chunk chunk =
        new Chunk(
            ChunkId.of("d#2"),
            location.build(),
            text,
            List.of(heading, body),
            7,
            ChunkId.of("d#1"),
            null,
            pages);
    MapServerCorpus corpus = empty();
    corpus.add("wiki", chunk);
    assertThat(corpus.read(chunk.id())).hasValue(chunk);
  }

  private static final List<String> WORDS =
      List.of(
          "tarn",
          "Tarn",
          "tarns",
          "bridge",
          "café",
          "cafe",
          "東京",
          "京",
          "1893",
          "C++",
          "naïve",
          "naive",
          "été",
          "aaaa",
          "İzmir",
          "x_y",
          "old\u00adbridge",
          "—",
          "😀");

  /** The hits, counts, scores and rarities are those of the reference implementation. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ranksServerCountsLikeTheReferenceImplementation(long seed) {
    Random random = new Random(seed);
    Map<String, List<Document>> sources =
        Map.of("wiki", documents("w", random), "mail", documents("m", random));
    Corpus server = corpus(sources);
    Corpus oracle = InMemoryCorpus.ofSources(new HashEmbedder(), sources);
    for (int i = 0; i < 100; i++) {
      List<String> keywords =
          Stream.generate(() -> WORDS.get(random.nextInt(WORDS.size() - 2)))
              .limit(1 + random.nextInt(4))
              .toList();
      RankingRules rules = TestRules.any(random);
      KeywordQuery query = KeywordQuery.of(keywords, rules);
      Scope scope = random.nextBoolean() ? Scope.everything() : Scope.source("wiki");
      int topK = 1 + random.nextInt(4);
      int offset = random.nextInt(4);
      assertThat(server.within(scope).keywordSearch(query, topK, offset))
          .as("%s in %s, %d after %d", query, scope, topK, offset)
          .isEqualTo(oracle.within(scope).keywordSearch(query, topK, offset));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void appliesOperatorsLikeTheReferenceImplementation(long seed) {
    Random random = new Random(seed);
    Map<String, List<Document>> sources =
        Map.of("wiki", documents("w", random), "mail", documents("m", random));
    Corpus server = corpus(sources);
    Corpus oracle = InMemoryCorpus.ofSources(new HashEmbedder(), sources);
    for (int i = 0; i < 100; i++) {
      String operators =
          Stream.generate(() -> operator(random))
              .limit(1 + random.nextInt(5))
              .collect(Collectors.joining(" "));
      RankingRules rules = TestRules.any(random);
      KeywordQuery query =
          KeywordOperators.parse(operators, KeywordQuery.of(List.of("tarn"), rules)).query();
      Scope scope = random.nextBoolean() ? Scope.everything() : Scope.source("wiki");
      int topK = 1 + random.nextInt(4);
      int offset = random.nextInt(4);
      assertThat(server.within(scope).keywordSearch(query, topK, offset))
          .as("%s in %s, %d after %d", query, scope, topK, offset)
          .isEqualTo(oracle.within(scope).keywordSearch(query, topK, offset));
    }
  }

  private static String operator(Random random) {
    String word = '"' + WORDS.get(random.nextInt(WORDS.size() - 2)) + '"';
    return switch (random.nextInt(3)) {
      case 0 -> word;
      case 1 -> word + "^" + List.of("0.1", "2", "1.3", "7").get(random.nextInt(4));
      default -> "-" + word;
    };
  }

  private static List<Document> documents(String prefix, Random random) {
    return IntStream.range(0, 12).mapToObj(i -> Document.of(prefix + i, text(random))).toList();
  }

  private static String text(Random random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      words.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    return String.join(random.nextInt(5) == 0 ? "" : " ", words) + ".\n" + words.get(0) + ".";
  }
}
