package dev.arag.core.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pieces against the published pattern, and counts against the library's for the whole text. */
class O200kPreTokenizerTest {
  private static final Encoding LIBRARY =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  /** Behind it stand only variation selectors, tags and private use. */
  private static final int LAST_ASSIGNED = 0x323FF;

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

  /** One or two of every kind that the pattern tells apart, and of what it might mix up. */
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

  /** Each character there is, where it decides something. */
  @Test
  void everyCharacterFallsIntoItsPiece() {
    for (int codePoint = 0; codePoint <= LAST_ASSIGNED; codePoint++) {
      String character = Character.toString(codePoint);
      requireThoseOfThePattern(
          character + "aA'" + character + " A" + character + character + "/" + character);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void piecesAreThoseOfThePattern(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 25_000; i++) {
      requireThoseOfThePattern(text(random, 1 + random.nextInt(12)));
    }
  }

  /** Also in several threads at once, which share what they remember. */
  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void countsAreThoseOfTheLibrary(long seed) {
    IntStream.range(0, 4)
        .parallel()
        .forEach(
            thread -> {
              Random random = new Random(seed * 31 + thread % 2);
              for (int i = 0; i < 1_500; i++) {
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
  void countsWordsThatShareTheirPlaceInMemory() {
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

  private static void requireThoseOfThePattern(String text) {
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
   * The text with another character of the same category and length in the place of each that the
   * JDK puts into another category than the pinned Unicode version: the pattern is the JDK's.
   */
  private static String inUnicodeOfJdk(String text) {
    StringBuilder known = new StringBuilder(text.length());
    text.codePoints()
        .map(codePoint -> StandIns.CHARACTERS[codePoint])
        .forEach(known::appendCodePoint);
    return known.toString();
  }

  /** For each code point itself, or what stands in for it. */
  private static final class StandIns {
    private static final int[] CHARACTERS = new int[Character.MAX_CODE_POINT + 1];

    private StandIns() {}

    static {
      for (int codePoint = 0; codePoint < CHARACTERS.length; codePoint++) {
        CHARACTERS[codePoint] = isSame(codePoint) ? codePoint : other(codePoint);
      }
    }

    private static int other(int codePoint) {
      int length = Character.charCount(codePoint);
      return IntStream.rangeClosed(0x80, Character.MAX_CODE_POINT)
          .filter(c -> Character.charCount(c) == length && isSame(c))
          .filter(c -> UCharacter.getType(c) == UCharacter.getType(codePoint))
          .findFirst()
          .orElseThrow();
    }

    /** The constants of ICU and of the JDK differ from the first category that the JDK skips. */
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
