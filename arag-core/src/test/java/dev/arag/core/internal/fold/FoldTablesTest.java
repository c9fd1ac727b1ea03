package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Generates the folding tables again, and compares them with the stored ones and with ICU. */
class FoldTablesTest {
  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  @Test
  void generatesTheCheckedInTables() throws IOException {
    try (InputStream in = FoldTables.class.getResourceAsStream(FoldTables.RESOURCE)) {
      assertThat(in).isNotNull();
      assertThat(in.readAllBytes())
          .as("unicode.bin differs: run FoldTablesGenerator")
          .isEqualTo(FoldTablesGenerator.generate());
    }
  }

  @Test
  void usesTheStatedUnicodeVersion() {
    assertThat(Folding.UNICODE_VERSION)
        .isEqualTo(FoldTables.INSTANCE.unicodeVersion())
        .isEqualTo(FoldTablesGenerator.unicodeVersion());
  }

  @Test
  void classifiesCategoriesLikeIcu() {
    assertSame(CharacterClass::isWordPart, c -> isIn(c, "L", "N", "M"));
    assertSame(CharacterClass::isUpperCase, c -> isIn(c, "Lu", "Lt"));
    assertSame(CharacterClass::isLowerCase, c -> isIn(c, "Ll"));
    assertSame(CharacterClass::isLetter, c -> isIn(c, "L"));
    assertSame(CharacterClass::isNumber, c -> isIn(c, "N"));
    assertSame(CharacterClass::isDigit, c -> isIn(c, "Nd"));
    assertSame(CharacterClass::isMark, c -> isIn(c, "M"));
  }

  @Test
  void convertsToLowerCaseLikeIcu() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      String text = Character.toString(codePoint) + 'a';
      String expected = UCharacter.toLowerCase(ULocale.ROOT, text);
      if (!CharacterClass.toLowerCase(text).equals(expected)) {
        assertThat(CharacterClass.toLowerCase(text)).as(name(codePoint)).isEqualTo(expected);
      }
    }
  }

  /** The short names of categories by their numbers. */
  private static final Map<Integer, String> CATEGORIES = new HashMap<>();

  private static boolean isIn(int codePoint, String... categories) {
    String name =
        CATEGORIES.computeIfAbsent(
            UCharacter.getType(codePoint),
            type ->
                UCharacter.getPropertyValueName(
                    UProperty.GENERAL_CATEGORY, type, UProperty.NameChoice.SHORT));
    for (String category : categories) {
      if (name.startsWith(category)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void classifiesScriptsLikeIcu() {
    assertSame(CharacterClass::isLatin, c -> UScript.getScript(c) == UScript.LATIN);
    assertSame(c -> isOfUnspacedScript(c) && !CharacterClass.isUnspacedScript(c), c -> false);
    assertThat("ーｰ々〇漢かカกລខမ".codePoints().allMatch(CharacterClass::isUnspacedScript)).isTrue();
    assertThat("aя가ب-1 \u02BC\u0303\u0323".codePoints().anyMatch(CharacterClass::isUnspacedScript))
        .isFalse();
  }

  private static boolean isOfUnspacedScript(int codePoint) {
    return Set.of("Hani", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr")
        .contains(UScript.getShortName(UScript.getScript(codePoint)));
  }

  @Test
  void classifiesWhiteSpaceLikeIcu() {
    assertSame(
        CharacterClass::isWhiteSpace, c -> UCharacter.hasBinaryProperty(c, UProperty.WHITE_SPACE));
  }

  /**
   * {@code String.strip} and {@code String.isBlank} use the white space of the JDK. Their result
   * must not depend on the Unicode version of the JDK.
   */
  @Test
  void findsTheSameWhiteSpaceInEveryJdk() {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(Character::isWhitespace)
                .mapToObj(Integer::toHexString)
                .collect(Collectors.joining(" ")))
        .isEqualTo(
            "9 a b c d 1c 1d 1e 1f 20 1680 2000 2001 2002 2003 2004 2005 2006 2008 2009 200a 2028"
                + " 2029 205f 3000");
  }

  @Test
  void treatsTagsControlsAndSelectorsButNotJoinersAsInvisible() {
    IntStream invisible =
        IntStream.of(0xAD, 0x200B, 0x200E, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0xFEFF, 0xFE0F);
    assertThat(invisible.allMatch(CharacterClass::isInvisible)).isTrue();
    assertThat(IntStream.rangeClosed(0xE0000, 0xE007F).allMatch(CharacterClass::isInvisible))
        .isTrue();
    assertThat(IntStream.of(0x200C, 0x200D, ' ', '\n', 'a').anyMatch(CharacterClass::isInvisible))
        .isFalse();
  }

  @Test
  void returnsTheCombiningClassesAndDecompositionsOfIcu() {
    FoldTables tables = FoldTables.INSTANCE;
    assertSame(c -> tables.combiningClass(c) != 0, c -> NFC.getCombiningClass(c) != 0);
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      int[] parts = tables.decomposition(codePoint);
      String expected = NFC.getDecomposition(codePoint);
      if (parts != null || expected != null) {
        assertThat(parts).as(name(codePoint)).isNotNull();
        assertThat(new String(parts, 0, parts.length)).as(name(codePoint)).isEqualTo(expected);
      }
    }
  }

  @Test
  void foldsEveryBoundaryToABoundaryOfTheSameLength() {
    FoldTables tables = FoldTables.INSTANCE;
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      int word = tables.word(codePoint);
      int folded = tables.fold(codePoint, word);
      if (folded == codePoint) {
        continue;
      }
      assertThat(Character.charCount(folded))
          .as(name(codePoint))
          .isEqualTo(Character.charCount(codePoint));
      if ((word & FoldTables.INNER) == 0) {
        assertThat(tables.word(folded) & FoldTables.INNER).as(name(codePoint)).isZero();
      }
    }
  }

  private static void assertSame(IntPredicate actual, IntPredicate expected) {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> actual.test(c) != expected.test(c))
                .mapToObj(FoldTablesTest::name))
        .isEmpty();
  }

  private static String name(int codePoint) {
    return "U+" + Integer.toHexString(codePoint);
  }
}
