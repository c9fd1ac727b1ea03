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
 *   <li>If the text has diacritics, the same keys of the text without diacritics: its characters
 *       and pairs, and for each word that loses diacritics, a space and the word without them.
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

  private static final int ASCII = 0x80;
  private static final boolean[] IN_WORD = new boolean[ASCII];

  static {
    for (int i = 0; i < ASCII; i++) {
      IN_WORD[i] = CharacterClass.isWordPart(i);
    }
  }

  private TextKeys() {}

  /** Whether a character belongs to a word. */
  static boolean isInWord(int codePoint) {
    return codePoint < ASCII
        ? IN_WORD[codePoint]
        : CharacterClass.isWordPart(codePoint) && !CharacterClass.isUnspacedScript(codePoint);
  }

  /** Passes the keys of a folded text in UTF-8 to a sink. */
  static void of(byte[] folded, KeySink keys) {
    addParts(folded, true, keys);
    String text = new String(folded, StandardCharsets.UTF_8);
    if (text.length() < folded.length) {
      addWithoutDiacritics(text, folded, keys);
    }
  }

  private static void addParts(byte[] utf8, boolean withWords, KeySink keys) {
    split(
        utf8,
        new Parts() {
          @Override
          public void word(int start, int end) {
            if (withWords && end - start <= LONGEST) {
              keys.add(utf8, start, end, 0, true);
            } else if (withWords) {
              add(IRREGULAR, false, keys);
            }
          }

          @Override
          public void other(int before, int start, int end) {
            keys.add(utf8, start, end, 0, false);
            if (before < start) {
              keys.add(utf8, before, end, 0, false);
            }
          }
        });
  }

  /** Receives the parts of a text. */
  private interface Parts {
    void word(int start, int end);

    /**
     * @param before the start of the character before, if it is adjacent and neither in a word nor
     *     a space; otherwise {@code start}
     */
    void other(int before, int start, int end);
  }

  private static void split(byte[] utf8, Parts parts) {
    int word = -1;
    int other = -1;
    int at = 0;
    while (at < utf8.length) {
      int next = at + Utf8.length(utf8[at]);
      if (isInWord(Utf8.at(utf8, at, utf8.length))) {
        word = word < 0 ? at : word;
        other = -1;
      } else {
        if (word >= 0) {
          parts.word(word, at);
          word = -1;
        }
        if (utf8[at] != ' ') {
          parts.other(other < 0 ? at : other, at, Math.min(next, utf8.length));
        }
        other = utf8[at] == ' ' ? -1 : at;
      }
      at = next;
    }
    if (word >= 0) {
      parts.word(word, utf8.length);
    }
  }

  private static void add(String key, boolean isCounted, KeySink keys) {
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    keys.add(utf8, 0, utf8.length, 0, isCounted);
  }

  private static void addWithoutDiacritics(String text, byte[] folded, KeySink keys) {
    String bare = Folding.dropDiacritics(text);
    if (bare.equals(text)) {
      return;
    }
    List<String> changed = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (String word : words(folded)) {
      String without = Folding.dropDiacritics(word);
      if (!without.isEmpty()) {
        expected.add(without);
      }
      if (!without.isEmpty() && !without.equals(word)) {
        changed.add(without);
      }
    }
    byte[] utf8 = bare.getBytes(StandardCharsets.UTF_8);
    if (!words(utf8).equals(expected)) {
      add(IRREGULAR, false, keys);
    }
    for (String word : changed) {
      if (word.length() <= LONGEST / 4) {
        add(WITHOUT_DIACRITICS + word, true, keys);
      } else {
        add(IRREGULAR, false, keys);
      }
    }
    addParts(utf8, false, keys);
  }

  private static List<String> words(byte[] utf8) {
    List<String> words = new ArrayList<>();
    split(
        utf8,
        new Parts() {
          @Override
          public void word(int start, int end) {
            words.add(new String(utf8, start, end - start, StandardCharsets.UTF_8));
          }

          @Override
          public void other(int before, int start, int end) {}
        });
    return words;
  }
}
