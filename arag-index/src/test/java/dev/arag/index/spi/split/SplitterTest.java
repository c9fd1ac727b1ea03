package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.split.Characters;
import dev.arag.index.internal.split.LongSentences;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitterTest {
  private static final TokenCounter TOKENS = TokenCounter.o200k();
  private final Splitter splitter = new Splitter(1_000, TOKENS);
  private final Splitter small = new Splitter(64, TOKENS);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void keepsAllInvariantsForRandomDocuments(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 4; round++) {
      Document document = RandomDocuments.next(random);
      checkInvariants(document, small.split(document));
      checkInvariants(document, splitter.split(document));
    }
  }

  static Stream<Supplier<String>> hostileTexts() {
    return Stream.of(
        () -> "a".repeat(200_000),
        () -> ".".repeat(100_000),
        () -> ". ".repeat(20_000),
        () -> "\n".repeat(100_000),
        () -> "a\n".repeat(10_000),
        () -> "x" + " ".repeat(100_000) + "y",
        () -> "\u0301".repeat(50_000),
        () -> "e\u0301\u200D".repeat(50_000),
        () -> "\uD83D\uDE00".repeat(20_000),
        () -> "\uD800".repeat(50_000),
        () -> "「".repeat(50_000),
        () -> "A.".repeat(50_000),
        () -> "Mr. ".repeat(50_000),
        () -> "Xy. Zw ".repeat(5_000),
        () -> "[1] .[1".repeat(5_000),
        () -> ".[1 ".repeat(5_000),
        () -> "\"'\"' ".repeat(20_000),
        () -> ".\"".repeat(20_000) + " ",
        () -> "\u200B\n".repeat(20_000),
        () -> "# \n".repeat(5_000),
        () -> "-\n=\n".repeat(5_000),
        () -> "```\n".repeat(5_000));
  }

  @ParameterizedTest
  @MethodSource("hostileTexts")
  void splitsHostileTextsInBoundedTime(Supplier<String> text) {
    Document document = Document.of("hostile", text.get());
    List<Chunk> chunks =
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> splitter.split(document));
    checkInvariants(document, chunks);
  }

  @Test
  void returnsNoChunksForAnEmptyTextAndNoSentencesForABlankText() {
    assertThat(splitter.split(Document.of("d", ""))).isEmpty();
    List<Chunk> chunks = splitter.split(Document.of("d", " \n\u00A0\u200B "));
    assertThat(chunks).hasSize(1);
    assertThat(chunks.get(0).sentences()).isEmpty();
    assertThat(chunks.get(0).text()).isEqualTo(" \n\u00A0\u200B ");
  }

  @Test
  void fillsChunksUpToTheirSize() {
    String text = "The lamp was lit at dusk by the old keeper of the tower. ".repeat(400);
    List<Chunk> chunks = splitter.split(Document.of("d", text));
    assertThat(chunks).hasSizeGreaterThan(4);
    assertThat(chunks.subList(0, chunks.size() - 1))
        .allSatisfy(chunk -> assertThat(chunk.tokens()).isBetween(950, 1_010));
  }

  @Test
  void makesIdsOfAKeyAndANumber() {
    List<Chunk> chunks = small.split(Document.of("d", "One sentence is here. ".repeat(60)));
    String key = chunks.get(0).id().value().split("#")[0];
    assertThat(key).matches("[a-z][0-9a-z]{7}");
    for (int i = 0; i < chunks.size(); i++) {
      assertThat(chunks.get(i).id()).isEqualTo(ChunkId.of(key + "#" + i));
      assertThat(chunks.get(i).location().ordinal()).isEqualTo(i);
    }
  }

  @Test
  void computesTheKeyFromIdTitleTextSettingsAndSections() {
    String text = "Part\nA text.";
    assertThat(
            Stream.of(
                    splitter.split(Document.of("d", text)),
                    splitter.split(Document.of("e", text)),
                    splitter.split(Document.builder("d", text).title("T").build()),
                    splitter.split(Document.of("d", text + " ")),
                    small.split(Document.of("d", text)),
                    splitter.split(Document.builder("d", text).heading(0, List.of("Part")).build()))
                .map(chunks -> chunks.get(0).id()))
        .doesNotHaveDuplicates();
    assertThat(splitter.split(Document.builder("d", text).metadata("a", 1).build()))
        .extracting(Chunk::id)
        .isEqualTo(splitter.split(Document.of("d", text)).stream().map(Chunk::id).toList());
  }

  @Test
  void computesTheSameKeyAsEarlierVersions() {
    Document document = Document.of("tower.txt", "The tower is old. It still stands.");
    assertThat(splitter.split(document).get(0).id().value()).isEqualTo("kxsnkhsf#0");
  }

  @Test
  void returnsTheKeyIfTheDocumentHasOne() {
    Splitter.Split split = splitter.splitWithKey(Document.of("d", "A text."));
    assertThat(split.key()).hasSize(13);
    assertThat(split.chunks().get(0).id().value()).isEqualTo(split.key().substring(0, 8) + "#0");
    Document predefined = Document.builder("d", "A text.").oneChunk(ChunkId.of("7")).build();
    assertThat(splitter.splitWithKey(Document.of("d", "")).key()).isNull();
    assertThat(splitter.splitWithKey(predefined).key()).isNull();
  }

  @Test
  void keepsIdsAndBoundariesOfPredefinedChunks() {
    String text = "First. Second." + "Third" + " \n";
    Document document =
        Document.builder("d", text)
            .chunk(0, ChunkId.of("7"))
            .chunk(14, ChunkId.of("x"))
            .chunk(19, ChunkId.of("blank"))
            .build();
    List<Chunk> chunks = small.split(document);
    assertThat(chunks).extracting(Chunk::text).containsExactly("First. Second.", "Third", " \n");
    assertThat(chunks.get(1).previous()).isEqualTo(ChunkId.of("7"));
    assertThat(chunks.get(1).next()).isEqualTo(ChunkId.of("blank"));
    assertThat(chunks.get(2).sentences()).isEmpty();
    assertThat(texts(chunks)).containsExactly("First.", "Second.", "Third");
  }

  @Test
  void assignsHeadingsToSentences() {
    String text = "Before.\n\n# Big *one*\nFirst text.\n\nSmall\n-----\nSecond text.\n";
    Document document =
        Document.builder("d", text)
            .title("Big one")
            .heading(9, List.of("Big one"))
            .heading(text.indexOf("Small"), List.of("Big one", "Small"))
            .build();
    List<Sentence> sentences = splitter.split(document).get(0).sentences();
    assertThat(sentences)
        .extracting(Sentence::text)
        .containsExactly("Before.", "# Big *one*", "First text.", "Small\n-----", "Second text.");
    assertThat(sentences)
        .extracting(Sentence::isHeading)
        .containsExactly(false, true, false, true, false);
    assertThat(sentences)
        .extracting(Sentence::heading)
        .containsExactly(
            List.of(),
            List.of(),
            List.of("Big one"),
            List.of("Big one"),
            List.of("Big one", "Small"));
  }

  @Test
  void marksNoHeadingLineIfTheTitleIsNotInTheText() {
    Document document =
        Document.builder("d", "Some text.").heading(0, List.of("Outline title")).build();
    Chunk chunk = splitter.split(document).get(0);
    assertThat(chunk.sentences().get(0).isHeading()).isFalse();
    assertThat(chunk.location().heading()).containsExactly("Outline title");
  }

  @Test
  void keepsAHeadingLineInTheChunkOfTheTextBelow() {
    String body = "The lamp was lit at dusk by the keeper. ".repeat(5).strip() + "\n\n";
    for (int length = 1; length < 8; length++) {
      String first = "The lamp was lit at dusk by the keeper. ".repeat(length).strip() + "\n\n";
      Document document =
          Document.builder("d", first + "Tower\n" + body)
              .heading(first.length(), List.of("Tower"))
              .build();
      for (Chunk chunk : small.split(document)) {
        Sentence last = chunk.sentences().get(chunk.sentences().size() - 1);
        assertThat(last.isHeading()).isFalse();
      }
    }
  }

  @Test
  void assignsAHeadingToAChunkThatStartsWithItsLine() {
    Document document =
        Document.builder("d", "Tower\nIt is old.").heading(0, List.of("Tower")).build();
    assertThat(splitter.split(document).get(0).location().heading()).containsExactly("Tower");
  }

  @Test
  void assignsPagesToChunks() {
    String text = "The lamp was lit at dusk by the keeper. ".repeat(40);
    Document document = Document.builder("d", text).page(0, 1).page(800, 2).build();
    List<Chunk> chunks = small.split(document);
    assertThat(chunks)
        .allSatisfy(
            chunk ->
                assertThat(chunk.location().page())
                    .hasValue(chunk.location().offset() < 800 ? 1 : 2));
  }

  @Test
  void assignsAPageToEachCharacterOfEachChunk() {
    String text = "The lamp was lit at dusk by the keeper. ".repeat(40);
    Document.Builder document = Document.builder("d", text);
    for (int offset = 50; offset <= text.length(); offset += 50) {
      document.page(offset, 10 + offset / 50);
    }
    for (Chunk chunk : small.split(document.build())) {
      int start = chunk.location().offset();
      int end = start + chunk.text().length();
      for (int at = start; at < end; at++) {
        assertThat(chunk.pageAt(at).orElse(10)).isEqualTo(10 + at / 50);
      }
      assertThat(chunk.pageStarts()).allMatch(page -> start < page.offset() && page.offset() < end);
    }
  }

  @Test
  void splitsALongSentenceAtClauses() {
    String clause = "then the keeper walked on along the wet stones of the quay";
    String text = IntStream.range(0, 60).mapToObj(i -> clause).collect(Collectors.joining(", "));
    List<String> cut = texts(splitter.split(Document.of("d", text)));
    assertThat(cut).hasSizeGreaterThan(2);
    assertThat(cut.subList(0, cut.size() - 1)).allSatisfy(part -> assertThat(part).endsWith(","));
    assertThat(cut).allSatisfy(part -> assertThat(TOKENS.count(part)).isLessThanOrEqualTo(256));
  }

  @Test
  void rejectsAChunkSizeThatIsTooSmall() {
    assertThatThrownBy(() -> new Splitter(63, TOKENS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64");
  }

  private static List<String> texts(List<Chunk> chunks) {
    return chunks.stream().flatMap(c -> c.sentences().stream()).map(Sentence::text).toList();
  }

  /** Checks the invariants that apply to the chunks of every document. */
  static void checkInvariants(Document document, List<Chunk> chunks) {
    String joined = chunks.stream().map(Chunk::text).collect(Collectors.joining());
    assertThat(joined).isEqualTo(document.text());
    int end = 0;
    for (Chunk chunk : chunks) {
      assertThat(chunk.text()).isNotEmpty();
      assertThat(chunk.tokens()).isEqualTo(TOKENS.count(chunk.text()));
      for (Sentence sentence : chunk.sentences()) {
        require(sentence.offset() >= end, sentence);
        checkGap(document.text().substring(end, sentence.offset()));
        checkSentence(sentence);
        end = sentence.end();
      }
    }
    checkGap(document.text().substring(end));
  }

  private static void checkGap(String gap) {
    boolean blank = gap.codePoints().allMatch(SplitterTest::isBlankOrDrawn);
    require(blank, "only white space and drawn lines between sentences, not '" + gap + "'");
  }

  private static boolean isBlankOrDrawn(int character) {
    return CharacterClass.isWhiteSpace(character)
        || CharacterClass.isInvisible(character)
        || (character < 0x10000 && Characters.isDrawing((char) character));
  }

  private static void checkSentence(Sentence sentence) {
    String text = sentence.text();
    require(!CharacterClass.isWhiteSpace(text.codePointAt(0)), sentence);
    require(!CharacterClass.isWhiteSpace(text.codePointBefore(text.length())), sentence);
    require(!sentence.withoutHeading().embeddedText().isBlank(), sentence);
    require(text.length() <= LongSentences.MAX_LENGTH, sentence);
    // The tokens of a long sentence are counted part by part, so the total may be a few tokens
    // larger.
    int most = LongSentences.MAX_TOKENS + 8;
    require(text.length() <= most / 4 || TOKENS.count(text) <= most, sentence);
  }

  /**
   * Checks a condition without a fluent assertion, which would be too slow for a hundred thousand
   * checks.
   */
  private static void require(boolean holds, Object broken) {
    if (!holds) {
      throw new AssertionError("An invariant is violated by " + broken);
    }
  }
}
