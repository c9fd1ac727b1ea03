package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches from files equal the formulas in memory: hits, order, scores, counts, snippets. */
class OracleTest {
  static IntStream seeds() {
    return IntStream.range(0, 12);
  }

  static IntStream manySeeds() {
    return IntStream.range(12, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySearchEqualsTheOracle(int seed) {
    compareAll(seed);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("manySeeds")
  void everySearchOfMoreCorporaEqualsTheOracle(int seed) {
    compareAll(seed);
  }

  @Test
  void aChunkBeyondTheBestSentencesShowsTheFirstOfItsBest() {
    HashEmbedder embedder = new HashEmbedder();
    Document crowd = Document.of("a", "The river. ".repeat(20));
    Document other = Document.of("b", "A dry river bed. A dry river bed. A dry river bed.");
    try (Index index = Index.builder(new MemoryStore()).embedder(embedder).openOrCreate()) {
      index.sync(Source.documents("test", List.of(crowd, other)));
      Corpus oracle = StoredVectors.oracle(index, embedder);
      List<SemanticHit> hits = index.semanticSearch("the river", 2);
      assertThat(hits).hasSize(2).isEqualTo(oracle.semanticSearch("the river", 2));
      assertThat(hits.get(1).sentences()).singleElement().matches(each -> each.offset() == 0);
    }
  }

  private static void compareAll(int seed) {
    RandomTexts texts = new RandomTexts(seed);
    // Few dimensions make many equal scores.
    HashEmbedder embedder = new HashEmbedder(seed % 2 == 0 ? 4 : 64);
    try (Index index =
        Index.builder(new MemoryStore()).embedder(embedder).chunkTokens(64).openOrCreate()) {
      index.sync(Source.documents("random", texts.documents(1 + texts.random().nextInt(25))));
      Corpus oracle = StoredVectors.oracle(index, embedder);
      for (int i = 0; i < 15; i++) {
        Scope scope = scope(texts);
        compare(index.within(scope), oracle.within(scope), texts);
        compare(index, oracle, texts);
      }
    }
  }

  private static void compare(Corpus index, Corpus oracle, RandomTexts texts) {
    Random random = texts.random();
    int topK = 1 + random.nextInt(random.nextInt(10) == 0 ? 1000 : 6);
    int offset = random.nextInt(3) == 0 ? random.nextInt(8) : 0;
    Profile profile = random.nextBoolean() ? Profile.DEFAULT : Profile.PAPER;
    KeywordQuery query = KeywordQuery.of(keywords(texts), profile);
    assertThat(index.keywordSearch(query, topK, offset))
        .as("%s, %d after %d", query, topK, offset)
        .isEqualTo(oracle.keywordSearch(query, topK, offset));
    String question = texts.words(6);
    assertThat(index.semanticSearch(question, topK, offset))
        .as("%s, %d after %d", question, topK, offset)
        .isEqualTo(oracle.semanticSearch(question, topK, offset));
    List<ChunkId> ids = ids(index, question);
    assertThat(index.read(ids)).isEqualTo(oracle.read(ids));
  }

  private static List<String> keywords(RandomTexts texts) {
    List<String> keywords = new ArrayList<>();
    for (int i = 1 + texts.random().nextInt(4); i > 0; i--) {
      String word = texts.random().nextInt(4) == 0 ? texts.words(2) : texts.word();
      keywords.add(word.length() > 3 && texts.random().nextInt(4) == 0 ? word.substring(1) : word);
    }
    keywords.removeIf(String::isBlank);
    return keywords.isEmpty() ? List.of("river") : keywords;
  }

  private static List<ChunkId> ids(Corpus index, String question) {
    List<ChunkId> ids = new ArrayList<>(List.of(ChunkId.of("none"), ChunkId.of("a#0")));
    index.semanticSearch(question, 3).forEach(hit -> ids.add(hit.chunk()));
    for (Chunk chunk : index.read(ids)) {
      if (chunk.next() != null) {
        ids.add(chunk.next());
      }
    }
    return ids;
  }

  private static Scope scope(RandomTexts texts) {
    Random random = texts.random();
    return switch (random.nextInt(6)) {
      case 0 -> Scope.equal("tenant", random.nextInt(4));
      case 1 -> Scope.between("year", 1875, 1880).not();
      case 2 -> Scope.equal("tags", texts.word()).or(Scope.equal("draft", true));
      case 3 -> Scope.between("weight", 0, 0.5).and(Scope.in("tenant", List.of(0, 1)));
      case 4 -> Scope.equal("none", 1);
      default -> Scope.everything();
    };
  }
}
