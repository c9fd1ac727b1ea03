package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.postings.KeySink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of a folded text.
 *
 * <ul>
 *   <li>Each word: a longest run of letters, numbers and marks of scripts with spaces.
 *   <li>Each other character except the space, and each pair of adjacent ones. They are not
 *       counted.
 *   <li>For each space with two bytes before and after it, a hash of these bytes: two spaces and
 *       two characters below U+0020, with five bits each. They are not counted.
 *   <li>If the text has diacritics, {@link #ACCENTED} and the same keys of the text without
 *       diacritics: its characters, pairs and spaces, and for each word that loses diacritics, a
 *       space and the word without them.
 *   <li>{@link #IRREGULAR} for a text whose words do not tell all occurrences of a keyword: a word
 *       has more than {@value #LONGEST} bytes, or the words of the text without diacritics are not
 *       its words without diacritics.
 * </ul>
 */
final class TextKeys {
  /** The longest word that is a key, in bytes. */
  static final int LONGEST = 1_024;

  /** The first character of the key of a word without diacritics. */
  static final char WITHOUT_DIACRITICS = ' ';

  static final String IRREGULAR = "  ";
  static final String ACCENTED = "   ";

  private static final int MULTIPLIER = 0x9E3779B1;
  private static final int ASCII = 0x80;

  private TextKeys() {}

  /** Whether a character belongs to a word. */
  static boolean isInWord(int codePoint) {
    return codePoint < ASCII
        ? Character.isLetterOrDigit(codePoint)
        : CharacterClass.isWordPart(codePoint) && !CharacterClass.isUnspacedScript(codePoint);
  }

  /** Passes the keys of a folded text to a sink. */
  static void of(String folded, KeySink keys) {
    split(
        folded,
        (utf8, start, end, position, isWord) -> {
          if (end - start <= LONGEST) {
            keys.add(utf8, start, end, position, isWord);
          } else {
            add(IRREGULAR, false, keys);
          }
        });
    String bare = Folding.dropDiacritics(folded);
    if (!bare.equals(folded)) {
      add(ACCENTED, false, keys);
      addWithoutDiacritics(folded, bare, keys);
    }
  }

  /** Passes the words of a text to a sink as counted keys, and its other keys. */
  static void split(String text, KeySink parts) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int word = -1;
    int other = -1;
    int at = 0;
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int codePoint = text.codePointAt(i);
      int next = at + utf8Length(codePoint);
      if (isInWord(codePoint)) {
        word = word < 0 ? at : word;
        other = -1;
      } else {
        if (word >= 0) {
          parts.add(utf8, word, at, 0, true);
          word = -1;
        }
        if (codePoint == ' ') {
          addSpace(utf8, at, parts);
          other = -1;
        } else {
          parts.add(utf8, at, next, 0, false);
          if (other >= 0) {
            parts.add(utf8, other, next, 0, false);
          }
          other = at;
        }
      }
      at = next;
    }
    if (word >= 0) {
      parts.add(utf8, word, at, 0, true);
    }
  }

  private static int utf8Length(int codePoint) {
    return codePoint < ASCII ? 1 : codePoint < 0x800 ? 2 : codePoint <= Character.MAX_VALUE ? 3 : 4;
  }

  /** Adds the key of a space: a hash of the two bytes before it and the two bytes after it. */
  private static void addSpace(byte[] utf8, int at, KeySink parts) {
    if (at >= 2 && at + 2 < utf8.length) {
      int before = (utf8[at - 2] & 0xff) << 8 | (utf8[at - 1] & 0xff);
      int after = (utf8[at + 1] & 0xff) << 8 | (utf8[at + 2] & 0xff);
      int hash = ((before << 16 | after) * MULTIPLIER) >>> (Integer.SIZE - 10);
      parts.add(new byte[] {' ', ' ', (byte) (hash >>> 5), (byte) (hash & 0x1f)}, 0, 4, 0, false);
    }
  }

  private static void add(String key, boolean isCounted, KeySink keys) {
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    keys.add(utf8, 0, utf8.length, 0, isCounted);
  }

  private static void addWithoutDiacritics(String folded, String bare, KeySink keys) {
    List<String> expected = new ArrayList<>();
    for (String word : words(folded)) {
      String without = Folding.dropDiacritics(word);
      if (!without.isEmpty()) {
        expected.add(without);
      }
      boolean isChanged = !without.isEmpty() && !without.equals(word);
      if (isChanged && without.length() > LONGEST / 4) {
        add(IRREGULAR, false, keys);
      } else if (isChanged) {
        add(WITHOUT_DIACRITICS + without, true, keys);
      }
    }
    if (!words(bare).equals(expected)) {
      add(IRREGULAR, false, keys);
    }
    split(
        bare,
        (utf8, start, end, position, isWord) -> {
          if (!isWord) {
            keys.add(utf8, start, end, position, false);
          }
        });
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    split(
        text,
        (utf8, start, end, position, isWord) -> {
          if (isWord) {
            words.add(new String(utf8, start, end - start, StandardCharsets.UTF_8));
          }
        });
    return words;
  }
}
