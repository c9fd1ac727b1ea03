package dev.arag.agent.extractive;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Splits English text into words and reduces words to stems. Two words match if their stems are
 * equal.
 */
final class EnglishWords {
  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a an the of in on at to for from by with and or is are was were be been do does did has"
                  + " have had who whom whose what which when where why how that this these those it"
                  + " its he his him she her they their them as into s also same both many much long"
                  + " name named called following one than more there then about not if so can would"
                  + " could will you your")
              .split(" "));

  private static final List<String> SUFFIXES =
      List.of(
          "ership", "ations", "ation", "ions", "ion", "ings", "ing", "ers", "ors", "er", "or", "ed",
          "es", "ly", "s", "e");

  /** Maps the stem of a word to the stem of its synonym. */
  private static final Map<String, String> SYNONYMS =
      Map.ofEntries(
          Map.entry("birth", "born"),
          Map.entry("birthplac", "born"),
          Map.entry("birthday", "born"),
          Map.entry("death", "die"),
          Map.entry("di", "die"),
          Map.entry("dead", "die"),
          Map.entry("spous", "marri"),
          Map.entry("wif", "marri"),
          Map.entry("husband", "marri"),
          Map.entry("marry", "marri"),
          Map.entry("establish", "found"),
          Map.entry("form", "found"),
          Map.entry("movie", "film"),
          Map.entry("work", "employ"),
          Map.entry("written", "writ"),
          Map.entry("wrote", "writ"),
          Map.entry("author", "writ"),
          Map.entry("auth", "writ"),
          Map.entry("built", "build"),
          Map.entry("sang", "sing"),
          Map.entry("withdrew", "withdraw"),
          Map.entry("held", "hold"),
          Map.entry("led", "lead"));

  private EnglishWords() {}

  /**
   * A word of a text.
   *
   * @param text the word as written
   * @param start the start of the word, in UTF-16 units
   * @param end the end of the word, exclusive
   */
  record Word(String text, int start, int end) {
    boolean isCapitalized() {
      int first = text.codePointAt(0);
      return Character.isUpperCase(first) || Character.isTitleCase(first);
    }

    boolean isNumber() {
      return Character.isDigit(text.charAt(0));
    }

    String folded() {
      return Folding.key(text);
    }

    boolean isStopWord() {
      return STOP_WORDS.contains(folded());
    }
  }

  /**
   * Returns the words of a text. A word is a run of letters and digits, which may contain
   * apostrophes, hyphens, dots and commas.
   */
  static List<Word> words(String text) {
    List<Word> words = new ArrayList<>();
    for (int i = 0; i < text.length(); ) {
      int end = end(text, i);
      if (end > i) {
        words.add(new Word(text.substring(i, end), i, end));
      }
      i = Math.max(end, i + 1);
    }
    return words;
  }

  private static int end(String text, int start) {
    int end = start;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      if (!CharacterClass.isWordPart(character) && !joins(text, start, end)) {
        return end;
      }
      end += Character.charCount(character);
    }
    return end;
  }

  private static boolean joins(String text, int start, int at) {
    if (at == start || at + 1 == text.length()) {
      return false;
    }
    char before = text.charAt(at - 1);
    char after = text.charAt(at + 1);
    return switch (text.charAt(at)) {
      case '-' -> Character.isLetterOrDigit(before) && Character.isLetterOrDigit(after);
      case ',' -> Character.isDigit(before) && Character.isDigit(after);
      case '.' -> isInitial(text, start, at) && Character.isLetterOrDigit(after);
      case '\'', '’' -> Character.isLetter(before) && isInsideWord(text, at);
      default -> false;
    };
  }

  private static boolean isInitial(String text, int start, int at) {
    boolean isShort = at - start == 1 || text.charAt(at - 2) == '.';
    boolean isDecimal =
        Character.isDigit(text.charAt(at - 1)) && Character.isDigit(text.charAt(start));
    return isShort || isDecimal;
  }

  /**
   * Whether an apostrophe belongs to the word, as in O'Brien. The apostrophe of a possessive such
   * as Brien's does not.
   */
  private static boolean isInsideWord(String text, int at) {
    boolean isPossessive =
        text.charAt(at + 1) == 's'
            && (at + 2 == text.length() || !Character.isLetterOrDigit(text.charAt(at + 2)));
    return Character.isLetter(text.charAt(at + 1)) && !isPossessive;
  }

  /** Returns the stems of all words that are not stop words, in order. */
  static List<String> terms(String text) {
    return words(text).stream().filter(word -> !word.isStopWord()).map(EnglishWords::stem).toList();
  }

  static String stem(Word word) {
    String folded = word.folded();
    String stem = folded;
    if (!word.isNumber()) {
      for (String suffix : SUFFIXES) {
        if (folded.endsWith(suffix) && folded.length() - suffix.length() >= 4) {
          stem = folded.substring(0, folded.length() - suffix.length());
          break;
        }
      }
    }
    return SYNONYMS.getOrDefault(stem, SYNONYMS.getOrDefault(folded, stem));
  }
}
