package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares searches with those of {@link dev.arag.core.memory.InMemoryCorpus}. */
class KeywordSearchTest {
  private static SearchedTwice nasty;

  @BeforeAll
  static void write() {
    nasty = SearchedTwice.of(nastyDocuments());
  }

  @AfterAll
  static void close() {
    nasty.close();
  }

  private static List<Document> nastyDocuments() {
    NastyTexts texts = new NastyTexts(new Random(18));
    Random random = new Random(3);
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 220; i++) {
      String id = (i % 7 == 0 ? "𐐀" : i % 5 == 0 ? "\uffee" : "d") + i;
      String first = texts.text(12) + " \n";
      String text = first + texts.text(40);
      Document.Builder document =
          Document.builder(id, text).metadata("n", i % 4).oneChunk(ChunkId.of("c" + i));
      if (random.nextInt(3) == 0) {
        document.chunk(first.length(), ChunkId.of("c" + i + "b"));
      }
      documents.add(document.build());
    }
    return documents;
  }

  @Test
  void findsTheSameAsInMemory() {
    System.out.println("keyword searches compared: " + compare(60, 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3, 4})
  @Tag("solr")
  void findsTheSameAsInMemoryInThousandsOfCases(long seed) {
    System.out.println("keyword searches compared: " + compare(700, seed));
  }

  private static String compare(int cases, long seed) {
    Random random = new Random(seed);
    NastyTexts texts = new NastyTexts(random);
    int hits = 0;
    int ignoringAccents = 0;
    int mostRequests = 0;
    for (int i = 0; i < cases; ) {
      KeywordQuery query;
      try {
        query = query(random, texts);
      } catch (IllegalArgumentException rejectedByCore) {
        continue;
      }
      Scope scope = scope(random);
      int topK = 1 + random.nextInt(random.nextBoolean() ? 10 : 120);
      int offset = random.nextInt(3) > 0 ? 0 : random.nextInt(90);
      KeywordHits found = nasty.requireEqual(query, scope, topK, offset);
      hits += found.hits().size();
      ignoringAccents += found.ignoringAccents().isEmpty() ? 0 : 1;
      mostRequests = Math.max(mostRequests, nasty.requests().count());
      i++;
    }
    assertThat(mostRequests).isLessThanOrEqualTo(5);
    assertThat(hits).isGreaterThan(cases);
    assertThat(ignoringAccents).isPositive();
    return cases + ", hits " + hits + ", ignoring accents " + ignoringAccents;
  }

  private static KeywordQuery query(Random random, NastyTexts texts) {
    List<String> keywords = new ArrayList<>();
    for (int i = random.nextInt(random.nextInt(4) == 0 ? 10 : 3); i >= 0; i--) {
      keywords.add(wellFormed(texts.keyword(texts.pick(nasty.chunks()).text())));
    }
    RankingRules rules = TestRules.oneIn(4, random);
    KeywordQuery query = KeywordQuery.of(keywords, rules);
    if (random.nextInt(4) == 0) {
      query = query.emphasize(keywords.get(0), texts.pick(List.of(0.1, 1.01, 2.5, 37.0, 100.0)));
    }
    if (random.nextInt(4) == 0) {
      query = query.exclude(List.of(wellFormed(texts.keyword(texts.pick(nasty.chunks()).text()))));
    }
    return query;
  }

  private static String wellFormed(String keyword) {
    StringBuilder text = new StringBuilder();
    keyword
        .codePoints()
        .filter(each -> each < Character.MIN_SURROGATE || each > Character.MAX_SURROGATE)
        .forEach(text::appendCodePoint);
    return text.toString();
  }

  private static Scope scope(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Scope.equal("n", random.nextInt(4));
      case 1 -> Scope.equal("n", 2).not();
      default -> Scope.everything();
    };
  }
}
