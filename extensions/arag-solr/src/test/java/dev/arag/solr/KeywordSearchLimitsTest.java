package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.query.SolrKeywordSearch;
import dev.arag.solr.internal.query.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cases in which Solr alone would count or sort wrongly. */
@Tag("solr")
class KeywordSearchLimitsTest {
  private static final List<String> WORDS =
      List.of("alder", "birch", "cedar", "dogwood", "elder", "fir");

  private static final String LONG =
      IntStream.range(0, 3_000)
          .mapToObj(i -> "w" + i * 7 + " é😀")
          .collect(Collectors.joining("-"));

  private static final List<String> METACHARACTERS =
      List.of(
          "${alder}", "{!lucene}alder", "$keyword0", "*:*", "\\\"", "a,b", "[* TO *]", "50%25&q=x");

  private static SearchedTwice chunks;

  @BeforeAll
  static void write() {
    List<Document> documents = new ArrayList<>();
    add(documents, "aaaa");
    add(documents, "aaaaa aa");
    add(documents, "ba-a-a");
    add(documents, "ba-a-a a-a");
    add(documents, "anana");
    add(documents, String.join(" ", METACHARACTERS));
    add(documents, LONG);
    add(documents, "a".repeat(12_000));
    add(documents, "aXa".repeat(4_000));
    add(documents, "a".repeat(200) + "b" + "a".repeat(200) + "b" + "a".repeat(200));
    for (int set = 0; set < 64; set++) {
      for (int i = 0; i < 4; i++) {
        add(documents, words(set));
      }
    }
    for (int i = 0; i < 21; i++) {
      add(documents, WORDS.get(i % 3 * 2 + 1) + " " + "alder ".repeat(i % 7 == 0 ? i : 0));
    }
    for (int i = 0; i < 60; i++) {
      add(documents, "Heavyweight keywords. ".repeat(70 + i) + "Light. ".repeat(i % 4));
    }
    chunks = SearchedTwice.of(documents);
  }

  private static void add(List<Document> documents, String text) {
    documents.add(document(documents.size(), text));
  }

  private static Document document(int number, String text) {
    String id = "d" + number;
    return Document.builder(id, text).oneChunk(ChunkId.of(id)).build();
  }

  private static String words(int set) {
    return IntStream.range(0, WORDS.size())
            .filter(i -> (set >>> i & 1) != 0)
            .mapToObj(WORDS::get)
            .collect(Collectors.joining(" "))
        + ".";
  }

  @AfterAll
  static void close() {
    chunks.close();
  }

  @Test
  void countsOverlappingOccurrencesOnce() {
    KeywordHits hits = chunks.requireEqual(KeywordQuery.of(List.of("aa")));
    assertThat(hits.hits().get(0).counts()).containsEntry("aa", 3);
    assertThat(chunks.requests().count()).isEqualTo(3);
    KeywordHits hidden = chunks.requireEqual(KeywordQuery.of(List.of("a-a")));
    assertThat(hidden.chunksWithWhole()).containsEntry("a-a", 1L);
    chunks.requireEqual(KeywordQuery.of(List.of("ana", "aaa", "alder"), TestRules.OTHER));
  }

  @Test
  void hiddenOccurrenceDoesNotExclude() {
    KeywordQuery query = KeywordQuery.of(List.of("ba-a")).exclude(List.of("a-a"));
    assertThat(chunks.requireEqual(query).total()).isOne();
  }

  @Test
  void sendsTwoRequests() {
    chunks.requireEqual(KeywordQuery.of(List.of("alder", "fir")));
    assertThat(chunks.requests().count()).isEqualTo(2);
    chunks.requireEqual(KeywordQuery.of(List.of("absent", "fir")));
    assertThat(chunks.requests().count()).isEqualTo(3);
    chunks.requireEqual(KeywordQuery.of(List.of("absent", "aa")));
    assertThat(chunks.requests().count()).isEqualTo(5);
    chunks.requireEqual(KeywordQuery.of(List.of("absent")));
    assertThat(chunks.requests().count()).isEqualTo(2);
  }

  /**
   * The rarity of the chunks with the first three words differs by a rounding error only from that
   * of chunks with two words as rare as the first and another word as rare as the second. Solr must
   * select the best 53 to 69 chunks in the middle of these.
   */
  @Test
  void raritiesThatDifferByARoundingError() {
    KeywordQuery query = KeywordQuery.of(List.of("cedar", "birch", "elder", "dogwood", "fir"));
    for (int topK = 53; topK < 72; topK += 4) {
      chunks.requireEqual(query, Scope.everything(), topK, 0);
    }
  }

  @Test
  void equalRarities() {
    Random random = new Random(9);
    List<String> words = new ArrayList<>(WORDS);
    for (int i = 0; i < 12; i++) {
      Collections.shuffle(words, random);
      KeywordQuery query = KeywordQuery.of(words.subList(0, 3 + random.nextInt(4)));
      if (i % 3 == 0) {
        query = query.emphasize(words.get(0), 1.01).emphasize(words.get(2), 1.01);
      }
      chunks.requireEqual(query, Scope.everything(), 10 + i * 20, i % 2 * 70);
    }
  }

  @Test
  void metacharactersAreText() {
    for (String keyword : METACHARACTERS) {
      assertThat(chunks.requireEqual(KeywordQuery.of(List.of(keyword))).total()).isOne();
    }
    chunks.requireEqual(KeywordQuery.of(METACHARACTERS).exclude(List.of("${x}", "fir")));
  }

  @Test
  void longKeywords() {
    chunks.requireEqual(KeywordQuery.of(List.of(LONG.substring(0, 10_000))));
    chunks.requireEqual(KeywordQuery.of(List.of("a".repeat(10_000))));
    chunks.requireEqual(KeywordQuery.of(List.of("aXa".repeat(3_333))));
    chunks.requireEqual(KeywordQuery.of(List.of("a".repeat(50) + "b" + "a".repeat(50))));
    List<String> ten =
        IntStream.range(0, 10)
            .mapToObj(i -> LONG.substring(i * 40, i * 40 + 10_000))
            .map(text -> text.replaceAll("^\\p{Cs}|\\p{Cs}$", ""))
            .toList();
    assertThat(chunks.requireEqual(KeywordQuery.of(ten)).total()).isOne();
    List<String> absent = ten.stream().map(text -> text + "é!").toList();
    KeywordQuery excluding = KeywordQuery.of(absent).exclude(ten);
    assertThat(chunks.requireEqual(excluding).total()).isZero();
  }

  /** A long keyword that only begins like a text does not occur in it. */
  @Test
  void startOfALongKeyword() {
    String start = LONG.substring(0, 5_000);
    chunks.requireEqual(KeywordQuery.of(List.of(start + "x")));
    chunks.requireEqual(KeywordQuery.of(List.of("w7", "absent", start + "x", start)));
    chunks.requireEqual(KeywordQuery.of(List.of("w7")).exclude(List.of(start + "x")));
    chunks.requireEqual(
        KeywordQuery.of(List.of(start.replace('é', 'e'), "alder", LONG.substring(0, 5_003)))
            .emphasize("alder", 3));
  }

  @Test
  void scoresBeyondFloats() {
    KeywordQuery query =
        KeywordQuery.of(List.of("heavyweight keywords", "light", "keywords. h"))
            .emphasize("heavyweight keywords", 100)
            .emphasize("keywords. h", 0.11);
    KeywordHits hits = chunks.requireEqual(query, Scope.everything(), 3, 0);
    assertThat(hits.hits().get(0).score() * 100).isGreaterThan(1 << 24);
    assertThat(chunks.requests().count()).isEqualTo(3);
    KeywordQuery paper =
        KeywordQuery.of(query.keywords(), TestRules.OTHER)
            .emphasize("heavyweight keywords", 100)
            .emphasize("keywords. h", 0.11);
    chunks.requireEqual(paper, Scope.everything(), 3, 10);
  }

  @Test
  void loneSurrogateIsRejected() {
    assertThatThrownBy(() -> chunks.requireEqual(KeywordQuery.of(List.of("alder\ud83d"))))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("unpaired surrogate");
  }

  @Test
  void moreHitsThanASearchReturns() {
    KeywordQuery query = KeywordQuery.of(List.of("alder", "birch", "cedar"), TestRules.OTHER);
    View view = chunks.view(Scope.everything());
    assertThat(SolrKeywordSearch.search(view, query, 10, 20, 30)).hasSize(10);
    assertThatThrownBy(() -> SolrKeywordSearch.search(view, query, 10, 21, 30))
        .isInstanceOf(CorpusException.class)
        .hasMessage(
            "A keyword search in the Solr collection "
                + chunks.collection().name()
                + " returns at most 30 hits, including those skipped. Use a smaller offset, or"
                + " more specific keywords.");
  }

  @Test
  void otherFoldingIsAnError() {
    List<Document> documents = List.of(document(1, "Tarn tarn."), document(2, "Alder."));
    try (SearchedTwice changed =
        SearchedTwice.of(
            documents,
            fields ->
                fields.computeIfPresent(
                    Fields.GRAMS_3,
                    (name, field) -> {
                      field.setValue("tarn alder fir");
                      return field;
                    }))) {
      for (String keyword : List.of("tarn", "fir", "alder")) {
        assertThatThrownBy(
                () -> changed.search(KeywordQuery.of(List.of(keyword)), Scope.everything(), 10, 0))
            .isInstanceOf(CorpusException.class)
            .hasMessageContaining("other text normalization rules")
            .hasMessageNotContaining(keyword)
            .hasNoCause();
      }
    }
  }

  @Test
  void moreChunksThanASearchReads() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 2_001; i++) {
      add(documents, "anana " + "Heavyweight keywords. ".repeat(i < 60 ? 100 : 1) + "light");
    }
    try (SearchedTwice many = SearchedTwice.of(documents)) {
      assertThatThrownBy(() -> many.requireEqual(KeywordQuery.of(List.of("ana"))))
          .isInstanceOf(CorpusException.class)
          .hasMessage(
              "The search must read 2,001 chunks, because a keyword is longer than 128 characters"
                  + " or its occurrences overlap. The limit is 2,000. Use other keywords.");
      many.requireEqual(KeywordQuery.of(List.of("anana", "light")));
      KeywordQuery query =
          KeywordQuery.of(List.of("heavyweight keywords", "light", "keywords. h"))
              .emphasize("heavyweight keywords", 100)
              .emphasize("keywords. h", 0.11);
      assertThatThrownBy(() -> many.requireEqual(query))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("cannot sort the scores");
      many.requireEqual(query, Scope.everything(), 2_001, 0);
    }
  }

  @Test
  void realChunks() throws IOException {
    Path file = Path.of(System.getProperty("arag.data", "none"), "musique_train100/chunks.json");
    assumeTrue(Files.exists(file));
    List<Document> documents = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Object chunk : JsonMapper.builder().build().readValue(file.toFile(), List.class)) {
      if (documents.size() < 300) {
        String text = String.valueOf(chunk);
        add(documents, text);
        words.addAll(List.of(text.split("\\s+")));
      }
    }
    Random random = new Random(4);
    try (SearchedTwice real = SearchedTwice.of(documents)) {
      int compared = 0;
      while (compared < 300) {
        List<String> keywords =
            IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(i -> words.get(random.nextInt(words.size())))
                .toList();
        RankingRules rules = TestRules.oneIn(3, random);
        KeywordQuery query;
        try {
          query = KeywordQuery.of(keywords, rules);
        } catch (IllegalArgumentException singleCharacter) {
          continue;
        }
        real.requireEqual(query, Scope.everything(), 10, random.nextInt(60));
        compared++;
      }
    }
  }
}
