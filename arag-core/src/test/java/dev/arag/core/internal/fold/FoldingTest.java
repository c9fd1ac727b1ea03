package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.ibm.icu.text.Normalizer2;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the folding of all code points and of random texts with a definition that uses ICU. */
class FoldingTest {
  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();
  private static final Pattern SPACES = Pattern.compile(" {2,}");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Straße,              straße
          ΣΊΣΥΦΟΣ,             σίσυφοσ
          İstanbul,            istanbul
          I\u0307stanbul,      istanbul
          ISPARTA ılık,        isparta ılık
          \u212Bngstr\u00F6m,  \u00E5ngstr\u00F6m
          e\u0301t\u00C9,      \u00E9t\u00E9
          J\u030C,             \u01F0
          “It’s” – so,         '"it''s" - so'
          hand\u00ADshake,     handshake
          zero\u200Bwidth,     zerowidth
          می\u200Cخواهم,       میخواهم
          tag\uDB40\uDC41ged,  tagged
          𐐀𐐁,                  𐐨𐐩
          \u1112\u1161\u11AB,  한
          """)
  void foldsEquivalentSpellings(String text, String expected) {
    assertThat(Folding.fold(text).text()).isEqualTo(expected);
  }

  @Test
  void replacesARunOfWhiteSpaceAndInvisibleTextWithOneSpace() {
    assertThat(Folding.fold(" a \r\n\t b\u200B \uFEFF\u00A0\u2028c  ").text()).isEqualTo(" a b c ");
    assertThat(Folding.fold("\u001C\u007F\u0000").text()).isEqualTo("\u001C\u007F\u0000");
  }

  @Test
  void removesTheSpacesAtTheEndsOfAKey() {
    assertThat(Folding.key("\n Two  Words\u3000")).isEqualTo("two words");
    assertThat(Folding.key(" \t ")).isEmpty();
    assertThat(Folding.key("")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Şükrü Gürel,         sukru gurel
          Łódź Øre Đặng Straße, lodz ore dang strasse
          Ærø œuvre Þór,       aero oeuvre thor
          Ёлка,                елка
          Ἀθῆναι,              αθηναι
          مُحَمَّد,            محمد
          कुत्ता,               कुत्ता
          がぎ,                 がぎ
          ที่,                  ที่
          한국,                 한국
          """)
  void dropsDiacriticsAndKeepsVowelSigns(String text, String expected) {
    assertThat(Folding.foldWithoutDiacritics(text).text()).isEqualTo(expected);
    assertThat(Folding.foldWithoutDiacritics(NFD.normalize(text)).text()).isEqualTo(expected);
  }

  @Test
  void returnsTheSameInstanceIfNothingChanges() {
    for (String text : new String[] {"", "plain ascii, 1 2.", "größe 漢字 привет"}) {
      assertThat(Folding.fold(text).text()).isSameAs(text);
    }
    for (String text : new String[] {"", "plain ascii", "漢字 слово कुत्ता がぎ ที่ 한국"}) {
      assertThat(Folding.dropDiacritics(text)).isSameAs(text);
    }
  }

  @Test
  void keepsLoneSurrogates() {
    assertThat(Folding.fold("A\uD800 \uDC00B\uDBFF").text()).isEqualTo("a\uD800 \uDC00b\uDBFF");
    assertThat(Folding.foldWithoutDiacritics("É\uD800").text()).isEqualTo("e\uD800");
  }

  @Test
  void foldsEveryCodePointAccordingToTheDefinition() {
    for (int first = 0; first <= Character.MAX_CODE_POINT; first += 64) {
      StringBuilder text = new StringBuilder();
      IntStream.range(first, first + 64).forEach(c -> text.append('/').appendCodePoint(c));
      String expected = defined(text.toString());
      String folded = Folding.fold(text.toString()).text();
      if (!folded.equals(expected)) {
        fail("the 64 code points from U+%x fold to '%s', not '%s'", first, folded, expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void foldsRandomTextAccordingToTheDefinition(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      String text = SampleText.next(random);
      String folded = Folding.fold(text).text();
      assertThat(folded).isEqualTo(defined(text));
      assertThat(Folding.fold(folded).text()).isEqualTo(folded);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void dropsDiacriticsOfRandomTextAccordingToTheDefinition(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      String text = SampleText.next(random);
      String folded = Folding.foldWithoutDiacritics(text).text();
      assertThat(folded).isEqualTo(definedWithoutDiacritics(text));
      assertThat(Folding.foldWithoutDiacritics(folded).text()).isEqualTo(folded);
      assertThat(Folding.dropDiacritics(Folding.fold(text).text())).isEqualTo(folded);
      assertThat(Folding.fold(folded).text()).isEqualTo(folded);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0301",
        "\u0301\u0323",
        "\u0345",
        "e\u0301",
        "\u1161",
        "\uD81B\uDD63\uD81B\uDD67",
        " \u200B",
        "\u0F73",
        "A\u00AD\u0301",
        "\u0958a"
      })
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
  void takesLinearTimeOnHostileText(String part) {
    String storm = part.repeat(400_000 / part.length());
    FoldedText folded = Folding.foldWithoutDiacritics("x" + storm);
    assertThat(folded.sourceStart(0)).isZero();
    assertThat(folded.text().length()).isLessThanOrEqualTo(2 * storm.length() + 1);
  }

  /** Folds a text step by step, exactly as folding is defined, with the data of icu4j. */
  private static String defined(String text) {
    StringBuilder visible = new StringBuilder();
    text.codePoints()
        .filter(c -> !CharacterClass.isInvisible(c) && c != 0x200C && c != 0x200D)
        .forEach(visible::appendCodePoint);
    StringBuilder folded = new StringBuilder();
    NFC.normalize(visible)
        .codePoints()
        .map(FoldTablesGenerator::folded)
        .forEach(folded::appendCodePoint);
    return oneSpaceEach(NFC.normalize(folded));
  }

  private static String oneSpaceEach(String text) {
    return text.contains("  ") ? SPACES.matcher(text).replaceAll(" ") : text;
  }

  private static String definedWithoutDiacritics(String text) {
    StringBuilder plain = new StringBuilder();
    NFD.normalize(defined(text))
        .codePoints()
        .filter(c -> !FoldTablesGenerator.isDiacritic(c))
        .mapToObj(c -> PlainLetters.of(c) == null ? Character.toString(c) : PlainLetters.of(c))
        .forEach(plain::append);
    return oneSpaceEach(NFC.normalize(plain));
  }
}
