package dev.arag.core.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.arag.core.find.FindQuery.Unit;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindQueryTest {
  private static final FindQuery SENTENCE = FindQuery.in(Unit.SENTENCE);

  private static boolean matches(String pattern, String sentence) {
    return SENTENCE.pattern(pattern).conditionsIn(sentence) == 1;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "net (sales|income)~NET  Sales~true",
        "^old~The old bridge~false",
        "ab-\\d{2}~Its code is AB–12.~true",
        "ab–12~Its code is AB-12.~true",
        "[a–c]1~-1~true",
        "[a–c]1~b1~false",
        "“old”~the \"old\" one~true",
        "e\u0301te\u0301~L'Été~true",
        "\\W\\S~a.b~true",
        "\\W~ab~false",
        "[A-Z]{3}~abc~true",
        "\\pL{4} х~Река х~true",
        "STRAẞE~straße~true",
        "\\.~no~false"
      })
  void aPatternIsComparedWithTheFoldedSentence(String pattern, String sentence, boolean isMatch) {
    assertThat(matches(pattern, sentence)).isEqualTo(isMatch);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "bridge~bridge",
        "Old Bridge$~old bridge",
        "bridges?~bridge",
        "(old|new) bridge~bridge",
        "old|new bridge~",
        "[0-9]+ employees~employees",
        "[]abc]xyz[^]]foo~xyz,foo",
        "[[:alpha:]x]bar~bar",
        "abc{2}def~def",
        "abc{2~",
        "\\QA.B\\E bridge~",
        "\\bbridge\\b~bridge",
        "\\x{41}bridge~bridge",
        "\\x41bridge~",
        "\\101bridge~",
        "\\p{Greek}bridge\\pLxyz~bridge,xyz",
        "U\\.S\\.A~u.s.a",
        "Straße-\\d~straße-",
        "x.y.z~",
        "(?i)bridge~bridge",
        "(?:a(b[)]c)d)+bridge~bridge"
      })
  void theLiteralsOfAPatternAreInEachMatch(String pattern, String literals) {
    assertThat(SENTENCE.pattern(pattern).literals())
        .extracting(FindQuery.Literal::text)
        .containsExactlyElementsOf(literals == null ? List.of() : List.of(literals.split(",")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(a{50}){50}",
        "((((a{9}b?){9}c?){9}d?){9}e?){9}",
        "(x|y{0,1000}){3}",
        "a{1001}",
        "a{1000}{1000}"
      })
  void patternsThatRepeatTooMuchAreRejectedAtOnce(String pattern) {
    assertTimeout(
        Duration.ofSeconds(1),
        () ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> SENTENCE.pattern(pattern))
                .withMessageContaining("pattern"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a(b~The pattern is invalid at character 1 (missing closing )).",
        "ab[c~The pattern is invalid at character 3 (missing closing ]).",
        "ab(?=c)~The pattern is invalid at character 3",
        "(a)\\1~The pattern is invalid at character 4 (invalid escape sequence).",
        "x**~The pattern is invalid at character 2",
        "a*~The pattern matches an empty text",
        "^~The pattern matches an empty text",
        "(|x)~The pattern matches an empty text"
      })
  void anInvalidPatternIsRejectedWithItsPosition(String pattern, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SENTENCE.pattern(pattern))
        .withMessageStartingWith(message);
  }

  @Test
  void hostilePatternsTakeLinearTime() {
    String nested = "(".repeat(240) + "a" + ")".repeat(240) + "b";
    String alternatives = String.join("|", Collections.nCopies(160, "ab")) + "|c$";
    String text = "a".repeat(20_000) + " end";
    for (String pattern : List.of("(a+)+$", "(a|aa)+b", "(.*a){20}b", nested, alternatives)) {
      assertTimeout(
          Duration.ofSeconds(10), () -> assertThat(matches(pattern, text)).as(pattern).isFalse());
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SENTENCE.pattern("(".repeat(500) + "a" + ")".repeat(500)))
        .withMessageContaining("500");
  }

  @ParameterizedTest
  @CsvSource({
    "the old stone bridge, 2, true",
    "bridge of stone, 1, true",
    "bridge, 9, false",
    "stone and then of the bridge, 4, true",
    "stone and then of the bridge, 3, false",
    "stone x x x stone bridge, 0, true",
    "stonebridge stone, 9, false",
    "stone-bridge, 0, true"
  })
  void nearWordsHaveFewWordsBetweenThem(String sentence, int within, boolean isMatch) {
    FindQuery query = SENTENCE.near(List.of("Stone", "bridge"), within);
    assertThat(query.conditionsIn(sentence) != 0).isEqualTo(isMatch);
  }

  @Test
  void inScriptsWithoutSpacesEachCharacterIsAWord() {
    FindQuery query = SENTENCE.near(List.of("東京", "大阪"), 2);
    assertThat(query.conditionsIn("東京から大阪へ")).isEqualTo(1);
    assertThat(query.conditionsIn("東京駅から大阪へ")).isZero();
  }

  @Test
  void rejectsTooManyConditionsAndInvalidBounds() {
    List<String> ten = IntStream.range(0, 10).mapToObj(i -> "w" + i).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SENTENCE.words(ten).pattern("a"))
        .withMessage("A query takes at most 10 conditions, was 11");
    assertThatIllegalArgumentException().isThrownBy(() -> SENTENCE.words(List.of(" ")));
    assertThatIllegalArgumentException().isThrownBy(() -> SENTENCE.near(List.of("a", "A"), 1));
    assertThatIllegalArgumentException().isThrownBy(() -> SENTENCE.near(List.of("a", "b"), 51));
    assertThatIllegalArgumentException().isThrownBy(() -> SENTENCE.countBy(" "));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SENTENCE.timeLimit(Duration.ZERO, Instant::now));
  }

  @Test
  void returnsLowerBoundsIfTheTimeRunsOut() {
    InMemoryCorpus corpus =
        InMemoryCorpus.of(
            IntStream.range(0, 50)
                .mapToObj(i -> Document.of("d%02d".formatted(i), "Tarn is a town."))
                .toArray(Document[]::new));
    AtomicInteger seconds = new AtomicInteger();
    FindQuery query =
        SENTENCE
            .words(List.of("tarn"))
            .countBy("year")
            .timeLimit(
                Duration.ofSeconds(20), () -> Instant.ofEpochSecond(seconds.getAndIncrement()));
    FindResult result = corpus.find(query, 5, 0);
    assertThat(result.isComplete()).isFalse();
    assertThat(result.searchedChunks()).isBetween(5L, 20L);
    assertThat(result.totalChunks()).isEqualTo(50);
    assertThat(result.sentences()).isEqualTo(result.searchedChunks());
    assertThat(result.counts())
        .containsExactly(new FindResult.Count(null, result.searchedChunks()));
    assertThat(result.matches()).hasSize(5);
  }
}
