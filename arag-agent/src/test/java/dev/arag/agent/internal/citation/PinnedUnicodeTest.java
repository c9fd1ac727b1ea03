package dev.arag.agent.internal.citation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arag.agent.CitationReader;
import dev.arag.agent.internal.grounding.UnseenTermFinder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that verdicts do not depend on the JDK. The characters come from Unicode 14 to 16, which
 * JDK 25 supports and JDK 17 does not.
 */
class PinnedUnicodeTest {
  /** The modifier letter small ae, added in Unicode 14. */
  private static final String MODIFIER_AE = Character.toString(0x10783);

  /** The modifier letter Cyrillic small a, added in Unicode 15. */
  private static final String MODIFIER_A = Character.toString(0x1E030);

  /** The outlined Latin capital letter A, added in Unicode 16. */
  private static final String OUTLINED_A = Character.toString(0x1CCD6);

  /** The sign of the currency som, added in Unicode 14. */
  private static final String SOM = "\u20C0";

  /** The digit seven of the Kawi script, added in Unicode 15. */
  private static final String SEVEN = Character.toString(0x11F57);

  /** An upper-case letter that was added in Unicode 14 together with its lower-case form. */
  private static final String CAPITAL = "\uA7C0";

  private static final String SMALL = "\uA7C1";

  private static final List<Snippet> SHOWN =
      List.of(
          shown("k1", "The old sign is " + MODIFIER_AE + "on and stands on the bridge in Tarn."),
          shown("k2", "The new sign is " + MODIFIER_A + " and stands on the mill in Quill."),
          shown("k3", "The third is " + OUTLINED_A + "lpha and hangs in the hall."),
          shown(
              "k4", "The bread on the market of the small town is 20" + SOM + " a loaf each day."),
          shown("k5", "The bell of the old mill rings " + SEVEN + " times a day since then here."),
          shown(CAPITAL + "1#2", "Nobody was hurt while the bridge was built."));

  static Stream<Arguments> answers() {
    return Stream.of(
        arguments("[k1: \"sign is \u00E6on and stands\"]", "SUPPORTED"),
        arguments("[k2: \"sign is \u0430 and stands\"]", "SUPPORTED"),
        arguments("[k3: \"The third is Alpha and hangs\"]", "SUPPORTED"),
        // The currency sign of an amount is omitted, which is not a small difference.
        arguments(
            "[k4: \"The bread on the market of the small town is 20 a loaf each day\"]",
            "STITCHED"),
        // One different word in lower case is a small difference.
        arguments("[k1: \"The old sign is aeon and stands on the bridge in Tarn\"]", "NEAR"),
        arguments("[" + SMALL + "1#2: \"Nobody was hurt\"]", "SUPPORTED"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void returnsTheVerdictsOfThePinnedUnicodeVersion(String answer, String verdicts) {
    assertThat(
            CitationReader.read(answer, SHOWN).citations().stream()
                .map(citation -> citation.verdict().name())
                .collect(Collectors.joining(", ")))
        .isEqualTo(verdicts);
  }

  @Test
  void recognizesDigitsOfAnyScriptAsFigures() {
    List<String> texts = List.of(SHOWN.get(4).text());
    assertThat(UnseenTermFinder.find("It rings 7 times.", SHOWN, texts)).isEmpty();
    assertThat(UnseenTermFinder.find("It rings 8 times.", SHOWN, texts)).hasSize(1);
  }

  /**
   * In {@code Ꟁchunk k1} the first letter is part of the word, so the word is not "chunk" and no
   * citation is found.
   */
  @Test
  void treatsANewLetterAsPartOfAWord() {
    assertThat(CitationReader.read("It says " + CAPITAL + "chunk k1 so.", SHOWN).citations())
        .isEmpty();
  }

  private static Snippet shown(String id, String text) {
    return new Snippet(ChunkId.of(id), Location.builder("doc " + id).build(), text, 0, 9, true);
  }
}
