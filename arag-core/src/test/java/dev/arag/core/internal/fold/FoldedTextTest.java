package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FoldedTextTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          The Cat,                      cat,     Cat
          a  \t b\u0020\u0020Cat!,      b cat,   b\u0020\u0020Cat
          x\u00ADca\u00ADt\u00ADx,      cat,     ca\u00ADt
          cafe\u0301s,                  é,       e\u0301
          cafe\u0301s,                  s,       s
          e\u00AD\u0301t,               é,       e\u00AD\u0301
          \u1112\u1161\u11AB국,         한,      \u1112\u1161\u11AB
          \u1112\u1161\u11AB국,         국,      국
          中\u2126中,                   ω,       \u2126
          \uD83D\uDE00e\u0301\uD83D\uDE01, 😁,   😁
          a\u0301\u0323b,               ạ\u0301, a\u0301\u0323
          𐐀𐐁,                           𐐩,       𐐁
          """)
  void mapsAMatchToItsSource(String source, String match, String expected) {
    FoldedText folded = Folding.fold(source);
    int start = folded.text().indexOf(match);
    assertThat(start).isNotNegative();
    assertThat(source(source, folded, start, start + match.length())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Die Straße hier,       strasse,  Straße
          Die Straße hier,       hier,     hier
          Łódz\u0301\u0020\u0020X, z,      z\u0301
          Łódz\u0301\u0020\u0020X, x,      X
          S\u0327u\u0308krü G,   sukru,    S\u0327u\u0308krü
          """)
  void mapsAMatchWithoutDiacriticsToItsSource(String source, String match, String expected) {
    FoldedText folded = Folding.foldWithoutDiacritics(source);
    int start = folded.text().indexOf(match);
    assertThat(start).isNotNegative();
    assertThat(source(source, folded, start, start + match.length())).isEqualTo(expected);
  }

  private static String source(String source, FoldedText folded, int start, int end) {
    return source.substring(folded.sourceStart(start), folded.sourceEnd(end));
  }

  @Test
  void mapsTheEndsOfTheText() {
    FoldedText folded = Folding.fold("\uFEFFA\u00AD");
    assertThat(folded.sourceStart(0)).isEqualTo(1);
    assertThat(folded.sourceEnd(0)).isZero();
    assertThat(folded.sourceEnd(1)).isEqualTo(2);
    assertThat(folded.sourceStart(1)).isEqualTo(3);
    assertThatThrownBy(() -> folded.sourceStart(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void mapsEveryCharacterToAnOrderedSourceRange(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      String source = SampleText.next(random);
      requireSoundMap(source, Folding.fold(source));
      requireSoundMap(source, Folding.foldWithoutDiacritics(source));
    }
  }

  private static void requireSoundMap(String source, FoldedText folded) {
    int length = folded.text().length();
    int lastStart = 0;
    int lastEnd = 0;
    for (int i = 0; i < length; i++) {
      int start = folded.sourceStart(i);
      int end = folded.sourceEnd(i + 1);
      boolean sound = lastStart <= start && start < end && lastEnd <= end && end <= source.length();
      if (!sound) {
        fail("unit %d of '%s' is mapped to %d to %d of '%s'", i, folded.text(), start, end, source);
      }
      lastStart = start;
      lastEnd = end;
    }
    assertThat(folded.sourceStart(length)).isEqualTo(source.length());
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void foldsBothPartsOfASplitTextLikeTheWholeText(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      String source = SampleText.next(random);
      FoldedText folded = Folding.fold(source);
      int cut = cutIn(folded, random);
      String before = source.substring(0, folded.sourceStart(cut));
      String after = source.substring(folded.sourceStart(cut));
      assertThat(Folding.fold(before).text()).isEqualTo(folded.text().substring(0, cut));
      assertThat(Folding.fold(after).text()).isEqualTo(folded.text().substring(cut));
    }
  }

  /**
   * Returns a random offset in a folded text that is not inside a range that was folded as a unit.
   */
  private static int cutIn(FoldedText folded, Random random) {
    int length = folded.text().length();
    int cut = random.nextInt(length + 1);
    while (cut < length && isInside(folded, cut)) {
      cut++;
    }
    return cut;
  }

  private static boolean isInside(FoldedText folded, int cut) {
    return folded.sourceStart(cut) < folded.sourceEnd(cut)
        || Character.isLowSurrogate(folded.text().charAt(cut));
  }
}
