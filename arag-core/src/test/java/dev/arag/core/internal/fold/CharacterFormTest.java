package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CharacterFormTest {
  @Test
  void generatesTheCheckedInForms() throws IOException {
    try (InputStream in = CharacterForm.class.getResourceAsStream(CharacterForm.RESOURCE)) {
      assertThat(in).isNotNull();
      assertThat(in.readAllBytes())
          .as("forms.bin differs: run CharacterFormGenerator")
          .isEqualTo(CharacterFormGenerator.generate());
    }
  }

  @Test
  void returnsTheFormsOfIcuForAllCodePoints() {
    assertHolds(c -> CharacterForm.compatible(c).equals(CharacterFormGenerator.compatible(c)));
    assertHolds(c -> CharacterForm.lowerCase(c) == UCharacter.toLowerCase(c));
    assertHolds(
        c -> CharacterForm.isLowercase(c) == UCharacter.hasBinaryProperty(c, UProperty.LOWERCASE));
    assertHolds(c -> !CharacterClass.isDigit(c) || CharacterForm.digit(c) == UCharacter.digit(c));
  }

  @Test
  void classifiesSignsAndLettersLikeIcu() {
    assertHolds(c -> CharacterClass.isLetterOrDigit(c) == UCharacter.isLetterOrDigit(c));
    assertHolds(
        c ->
            CharacterClass.isCurrencySign(c)
                == (UCharacter.getType(c) == UCharacterCategory.CURRENCY_SYMBOL));
    assertHolds(
        c ->
            CharacterClass.isMathSign(c)
                == (UCharacter.getType(c) == UCharacterCategory.MATH_SYMBOL));
  }

  /**
   * Tests characters of Unicode 14, 15 and 16, which JDK 17 does not know because it uses Unicode
   * 13.
   */
  @Test
  void returnsTheFormsOfCharactersThatTheJdkDoesNotKnow() {
    assertThat(CharacterForm.compatible(0x10783)).isEqualTo("\u00E6");
    assertThat(CharacterForm.compatible(0x1E030)).isEqualTo("\u0430");
    assertThat(CharacterForm.compatible(0x1CCD6)).isEqualTo("A");
    assertThat(CharacterForm.lowerCase(0xA7C0)).isEqualTo(0xA7C1);
    assertThat(CharacterForm.lowerCase(0x1C89)).isEqualTo(0x1C8A);
    assertThat(CharacterForm.isLowercase(0x10783)).isTrue();
    assertThat(CharacterForm.digit(0x11F57)).isEqualTo(7);
    assertThat(CharacterForm.digit(0x116E3)).isEqualTo(9);
  }

  private static void assertHolds(IntPredicate isSame) {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> !isSame.test(c))
                .mapToObj(c -> "U+" + Integer.toHexString(c)))
        .isEmpty();
  }
}
