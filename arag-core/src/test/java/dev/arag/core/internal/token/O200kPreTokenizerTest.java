package dev.arag.core.internal.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the pieces with those of the published regular expression, and the token counts with
 * those of JTokkit for the whole text.
 */
class O200kPreTokenizerTest {
  private static final Encoding LIBRARY =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  /**
   * The last code point to test. All assigned code points after it are variation selectors, tags or
   * private-use characters.
   */
  private static final int LAST_ASSIGNED = 0x323FF;

  /** Most blocks after this code point are large, with characters of one kind. */
  private static final int FIRST_OF_LARGE_BLOCKS = 0x3400;

  private static final String HEAD = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
  private static final String TAIL = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
  private static final String CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
  private static final Pattern PUBLISHED =
      Pattern.compile(
          String.join(
              "|",
              "[^\\r\\n\\p{L}\\p{N}]?" + HEAD + "*" + TAIL + "+" + CONTRACTION,
              "[^\\r\\n\\p{L}\\p{N}]?" + HEAD + "+" + TAIL + "*" + CONTRACTION,
              "\\p{N}{1,3}",
              " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*",
              "\\s*[\\r\\n]+",
              "\\s+(?!\\S)",
              "\\s+"),
          Pattern.UNICODE_CHARACTER_CLASS);

  /**
   * The parts of random texts: short strings of every kind that the pattern distinguishes or might
   * confuse.
   */
  private static final String[] PARTS = {
    "a",
    "s",
    "re",
    "ll",
    "LL",
    "E",
    "B",
    "\u01c5",
    "\u02b0",
    "\u6f22",
    "\u0e01",
    "\u0301",
    "\u0903",
    "\u20dd",
    "1",
    "\u0661",
    "\u2160",
    "\u00b2",
    " ",
    "  ",
    "\t",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\u200b",
    "\u180e",
    "\u001c",
    "\n",
    "\r",
    "\r\n",
    "/",
    "'",
    "'s",
    "'S",
    "'\u017f",
    "'ve",
    "'L",
    "\u2019",
    "!",
    "-",
    "(",
    "\u3002",
    "\ud83d\ude00",
    "\ud801\udc00",
    "\ud801\udc28",
    "\ud840\udc00",
    "\ud835\udfce",
    "\ud83c",
    "\udffb",
    "\u00df",
    "\u0130",
    "the",
    " The",
    "<|endoftext|>"
  };

  /** Tests the characters of most scripts, and a sample of ideographs and Hangul. */
  @Test
  void assignsCharactersToTheRightPiece() {
    assignCharacters(13);
  }

  @Tag("full")
  @Test
  void assignsEveryCharacterToTheRightPiece() {
    assignCharacters(1);
  }

  /** Tests characters in all contexts in which the kind of the character affects the pieces. */
  private static void assignCharacters(int step) {
    for (int codePoint = 0;
        codePoint <= LAST_ASSIGNED;
        codePoint += codePoint < FIRST_OF_LARGE_BLOCKS ? 1 : step) {
      String character = Character.toString(codePoint);
      requirePiecesOfThePattern(
          character + "aA'" + character + " A" + character + character + "/" + character);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void splitsRandomTextLikeThePattern(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      requirePiecesOfThePattern(text(random, 1 + random.nextInt(12)));
    }
  }

  /** Counts in several threads at the same time, because the threads share a cache. */
  @ParameterizedTest
  @ValueSource(longs = {5})
  void countsRandomTextLikeTheLibrary(long seed) {
    IntStream.range(0, 4)
        .parallel()
        .forEach(
            thread -> {
              Random random = new Random(seed * 31 + thread % 2);
              for (int i = 0; i < 1_000; i++) {
                String text = inUnicodeOfJdk(text(random, 1 + random.nextInt(60)));
                int counted = TokenCounter.o200k().count(text);
                int expected = LIBRARY.countTokensOrdinary(text);
                if (counted != expected) {
                  assertThat(counted).as(escaped(text)).isEqualTo(expected);
                }
              }
            });
  }

  @Test
  void countsWordsThatShareACacheSlot() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 20_000; i++) {
        String text = "w" + Integer.toString(i * 7, 36) + " \u00e9" + i;
        assertThat(TokenCounter.o200k().count(text)).isEqualTo(LIBRARY.countTokensOrdinary(text));
      }
    }
  }

  private static String text(Random random, int parts) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts; i++) {
      boolean isAny = random.nextInt(20) == 0;
      text.append(
          isAny
              ? Character.toString(random.nextInt(Character.MAX_CODE_POINT + 1))
              : PARTS[random.nextInt(PARTS.length)]);
    }
    return text.toString();
  }

  private static void requirePiecesOfThePattern(String text) {
    List<Integer> pieces = ends(pieces(text));
    List<Integer> published = ends(published(inUnicodeOfJdk(text)));
    if (!pieces.equals(published)) {
      assertThat(pieces).as(escaped(text)).isEqualTo(published);
    }
  }

  private static List<Integer> ends(List<String> pieces) {
    List<Integer> ends = new ArrayList<>();
    int end = 0;
    for (String piece : pieces) {
      end += piece.length();
      ends.add(end);
    }
    return ends;
  }

  /**
   * Replaces each character whose category in the JDK differs from that in the pinned Unicode
   * version, because the pattern uses the categories of the JDK. The replacement has the same
   * length and the category of the pinned version.
   */
  private static String inUnicodeOfJdk(String text) {
    StringBuilder known = new StringBuilder(text.length());
    text.codePoints()
        .map(codePoint -> Replacements.CHARACTERS[codePoint])
        .forEach(known::appendCodePoint);
    return known.toString();
  }

  /** Contains for each code point its replacement, or the code point itself if none is needed. */
  private static final class Replacements {
    private static final int[] CHARACTERS = new int[Character.MAX_CODE_POINT + 1];

    /** The replacements by length and category. */
    private static final Map<List<Integer>, Integer> BY_KIND = new HashMap<>();

    private Replacements() {}

    static {
      for (int codePoint = 0; codePoint < CHARACTERS.length; codePoint++) {
        CHARACTERS[codePoint] = isSame(codePoint) ? codePoint : replacement(codePoint);
      }
    }

    private static int replacement(int codePoint) {
      return BY_KIND.computeIfAbsent(
          List.of(Character.charCount(codePoint), UCharacter.getType(codePoint)),
          Replacements::other);
    }

    private static int other(List<Integer> kind) {
      return IntStream.rangeClosed(0x80, Character.MAX_CODE_POINT)
          .filter(c -> Character.charCount(c) == kind.get(0) && isSame(c))
          .filter(c -> UCharacter.getType(c) == kind.get(1))
          .findFirst()
          .orElseThrow();
    }

    /**
     * The JDK skips one number after the category FORMAT, so its later constants are one higher
     * than those of ICU.
     */
    private static boolean isSame(int codePoint) {
      int category = UCharacter.getType(codePoint);
      int expected = category <= Character.FORMAT ? category : category + 1;
      return Character.getType(codePoint) == expected;
    }
  }

  private static List<String> pieces(String text) {
    O200kPreTokenizer pieces = new O200kPreTokenizer(text, text.length());
    List<String> found = new ArrayList<>();
    for (int start = 0; start < text.length(); ) {
      int end = pieces.end(start);
      found.add(text.substring(start, end));
      start = end;
    }
    return found;
  }

  private static List<String> published(String text) {
    List<String> found = new ArrayList<>();
    for (Matcher matcher = PUBLISHED.matcher(text); matcher.find(); ) {
      found.add(matcher.group());
    }
    return found;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(unit -> escaped.append(String.format("\\u%04x", unit)));
    return escaped.toString();
  }
}
