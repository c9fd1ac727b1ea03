package dev.arag.index.internal.keyword;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a scan over bytes finds the same matches as a search in each text. */
class KeywordScanTest {
  /**
   * A few characters of one to four bytes, some of which share bytes, so that there are many full
   * and partial matches.
   */
  private static final List<String> ALPHABET =
      List.of(
          "a",
          "b",
          "é",
          "e",
          "ø",
          "À",
          "ß",
          "京",
          "亰",
          "サ",
          "م",
          "ห",
          "न",
          "😀",
          "😁",
          "ab",
          " ",
          // Marks of Latin, Arabic, Thai and Japanese, and one between words of Chinese.
          "\u0301",
          "\u064E",
          "\u0E49",
          "\u3099",
          "\u302A",
          "ก",
          "か",
          "한",
          "\u1100",
          "ё",
          "ά",
          "א",
          "1",
          "-",
          "'",
          ".",
          "≠",
          "\u0338",
          "ি",
          "က",
          "ខ",
          "ł",
          "\u00AD");

  private static final String LONE_SURROGATE = "\uD83D";

  private record Found(int chunk, List<Integer> counts, List<Integer> wholeCounts) {
    static Found of(KeywordQuery query, int chunk, Occurrences occurrences) {
      List<Integer> each = IntStream.range(0, query.keywords().size()).boxed().toList();
      return new Found(
          chunk,
          each.stream().map(occurrences::count).toList(),
          each.stream().map(occurrences::wholeCount).toList());
    }
  }

  private final List<String> texts = new ArrayList<>();

  static IntStream seeds() {
    return IntStream.range(0, 40);
  }

  static IntStream manySeeds() {
    return IntStream.range(40, 4_000);
  }

  private PostingsReader write() throws IOException {
    return KeywordFiles.write(new MemoryStore(), "texts", texts);
  }

  /** Computes the specified result text by text. */
  private List<Found> expected(KeywordQuery query, int firstChunk, int endChunk) {
    List<Found> expected = new ArrayList<>();
    for (int i = firstChunk; i < endChunk; i++) {
      int chunk = i;
      query
          .occurrencesIn(Folding.fold(texts.get(i)).text())
          .ifPresent(each -> expected.add(Found.of(query, chunk, each)));
    }
    return expected;
  }

  private static List<Found> found(
      KeywordScan scan, KeywordQuery query, int firstChunk, int endChunk) {
    List<Found> found = new ArrayList<>();
    scan.search(
        firstChunk,
        endChunk,
        (occurrences, chunk) -> found.add(Found.of(query, chunk, occurrences)));
    return found;
  }

  private static KeywordScan scan(KeywordQuery query, PostingsReader reader) {
    return new KeywordScan(new SegmentKeywords(query, reader, null));
  }

  private int compare(KeywordQuery query, PostingsReader reader) {
    List<Found> found = found(scan(query, reader), query, 0, texts.size());
    assertThat(found).as(query.toString()).isEqualTo(expected(query, 0, texts.size()));
    return found.size();
  }

  private static String letters(Random random, int maxLength) {
    StringBuilder letters = new StringBuilder();
    if (random.nextInt(500) == 0) {
      String letter = List.of("a", "é", "к").get(random.nextInt(3));
      letters.append(letter.repeat(200 + random.nextInt(10_000)));
    }
    for (int i = random.nextInt(maxLength); i >= 0; i--) {
      letters.append(ALPHABET.get(random.nextInt(ALPHABET.size())));
    }
    return letters.toString();
  }

  /** Returns a random keyword, or a part of a text, which often contains words and spaces. */
  private String keyword(Random random) {
    String text = random.nextBoolean() ? "" : texts.get(random.nextInt(texts.size()));
    int start = random.nextInt(text.length() + 1);
    int end = start + random.nextInt(Math.min(12, text.length() - start) + 1);
    String keyword = start < end ? text.substring(start, end) : letters(random, 4).strip();
    String folded = Folding.key(keyword);
    return folded.codePointCount(0, folded.length()) > 1 ? keyword.strip() : keyword(random);
  }

  private KeywordQuery query(Random random) {
    Set<String> keywords = new LinkedHashSet<>();
    int count = 1 + random.nextInt(4);
    while (keywords.size() < count) {
      keywords.add(keyword(random));
    }
    if (random.nextInt(8) == 0) {
      keywords.add(LONE_SURROGATE);
    }
    KeywordQuery query = KeywordQuery.of(keywords);
    return random.nextInt(3) > 0
        ? query
        : query.withoutDiacritics(Set.of(query.keywords().get(random.nextInt(count))));
  }

  private void compareAll(int seed) throws IOException {
    Random random = new Random(seed);
    int count = 1 + random.nextInt(600);
    for (int i = 0; i < count; i++) {
      texts.add(random.nextInt(20) == 0 ? "" : letters(random, 1 + random.nextInt(30)));
    }
    PostingsReader reader = write();
    for (int i = 0; i < 10; i++) {
      compare(query(random), reader);
    }
    KeywordQuery query = query(random);
    KeywordScan scan = scan(query, reader);
    for (int i = 0; i < 10; i++) {
      int first = random.nextInt(count + 1);
      int end = first + random.nextInt(count - first + 1);
      assertThat(found(scan, query, first, end)).isEqualTo(expected(query, first, end));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void findsTheMatchesOfASearchInEachText(int seed) throws IOException {
    compareAll(seed);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("manySeeds")
  void findsTheMatchesOfASearchInEachOfManyTexts(int seed) throws IOException {
    compareAll(seed);
  }

  @Test
  void ignoresAMatchAcrossTheEndOfAChunk() throws IOException {
    texts.addAll(List.of("the riv", "er runs", "river", "", "riverriv", "er"));
    assertThat(compare(KeywordQuery.of(List.of("river")), write())).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {262_142, 262_143, 262_144, 262_145, 1_000_000})
  void searchesTextsLongerThanABlockToTheirEnd(int length) throws IOException {
    texts.addAll(List.of("needle", "x".repeat(length - 6) + "needle", "needle", "é".repeat(9)));
    PostingsReader reader = write();
    assertThat(compare(KeywordQuery.of(List.of("needle")), reader)).isEqualTo(3);
    assertThat(compare(KeywordQuery.of(List.of("xneedle")), reader)).isEqualTo(1);
    assertThat(compare(KeywordQuery.of(List.of("needlex")), reader)).isZero();
  }

  /**
   * Damages a block. Blocks are checked before their first use, so a search that reads this block
   * throws an exception.
   */
  @Test
  void skipsTextsThatCannotContainAKeyword() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 600; i++) {
      String filler =
          random.ints(400, 1_000, 9_999).mapToObj(Integer::toString).collect(joining(" "));
      texts.add(filler + (i % 300 == 299 ? " Zürich" : "") + (i == 5 ? " swan" : ""));
    }
    MemoryStore store = new MemoryStore();
    KeywordFiles.write(store, "texts", texts);
    byte[] file = store.files().get("texts").clone();
    file[64 + 10_000] ^= 1;
    store.put("texts", file);
    PostingsReader reader =
        KeywordFile.open(BlockReader.open(store, "texts", FileKind.KEYWORDS, null));
    assertThat(compare(KeywordQuery.of(List.of("zürich", "zuerich", "nowhere")), reader))
        .isEqualTo(2);
    KeywordQuery bare = KeywordQuery.of(List.of("zurich", "nôwhere"));
    assertThat(compare(bare.withoutDiacritics(Set.copyOf(bare.keywords())), reader)).isEqualTo(2);
    KeywordQuery inDamage =
        KeywordQuery.of(IntStream.range(0, 10).mapToObj(digit -> digit + " swan").toList());
    assertThatThrownBy(() -> compare(inDamage, reader)).isInstanceOf(CorruptIndexException.class);
  }

  @Test
  void findsALoneSurrogate() throws IOException {
    texts.addAll(List.of("a 😀", "b"));
    assertThat(compare(KeywordQuery.of(List.of(LONE_SURROGATE)), write())).isEqualTo(1);
  }

  @Test
  void ignoresDiacriticsOnRequest() throws IOException {
    texts.addAll(List.of("lập trình", "lap trinh", "Lap tri", "nh", "Øre"));
    KeywordQuery query = KeywordQuery.of(List.of("lập trinh", "ore"));
    assertThat(compare(query, write())).isZero();
    assertThat(compare(query.withoutDiacritics(Set.of("lập trinh")), write())).isEqualTo(2);
    assertThat(compare(query.withoutDiacritics(Set.of("ore")), write())).isEqualTo(1);
  }
}
