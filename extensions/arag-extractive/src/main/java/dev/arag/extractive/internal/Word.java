package dev.arag.extractive.internal;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A word of an English text.
 *
 * @param text the word as written
 * @param start the offset of the word in the text, in UTF-16 units
 * @param folded the word without case, diacritics and a possessive ending
 * @param stem the folded word without its suffix; two words match if their stems are equal
 */
record Word(String text, int start, String folded, String stem) {
  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a an the of in on at to for from by with and or is are was were be been do does did has"
                  + " have had who whom whose what which when where why how that this these those it"
                  + " its he his him she her they their them as into s also same both many much long"
                  + " name named called following one than more there then about not if so can would"
                  + " could will you your but after before during while because")
              .split(" "));

  private static final String MONTHS =
      " january february march april may june july august september october november december ";

  private static final List<String> SUFFIXES =
      List.of("ership", "ation", "ion", "ing", "er", "or", "ed", "es", "ly", "s", "e");

  /** Maps a stem to the stem of a word with the same meaning. */
  private static final Map<String, String> SYNONYMS =
      Stream.of("birth born", "birthplac born", "death die", "died die", "wife marri", "led lead")
          .map(pair -> pair.split(" ", 2))
          .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

  static List<Word> in(String text) {
    List<Word> words = new ArrayList<>();
    for (int start = 0; start < text.length(); ) {
      int end = end(text, start);
      if (end > start) {
        String folded = Folding.key(withoutPossessive(text.substring(start, end)));
        words.add(new Word(text.substring(start, end), start, folded, stem(folded)));
      }
      start = Math.max(end, start + 1);
    }
    return words;
  }

  private static int end(String text, int start) {
    int end = start;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      if (!CharacterClass.isWordPart(character) && !(end > start && joins(text, end))) {
        break;
      }
      end += Character.charCount(character);
    }
    return end;
  }

  /** Whether a mark belongs to a word, as in "10,000", "O'Brien" and "mid-channel". */
  private static boolean joins(String text, int at) {
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    return switch (text.charAt(at)) {
      case '.', ',' -> Character.isDigit(next);
      case '-', '\'', '’' -> Character.isLetterOrDigit(next);
      default -> false;
    };
  }

  private static String stem(String folded) {
    String stem =
        SUFFIXES.stream()
            .filter(suffix -> folded.endsWith(suffix) && folded.length() >= suffix.length() + 4)
            .findFirst()
            .map(suffix -> folded.substring(0, folded.length() - suffix.length()))
            .orElse(folded);
    return SYNONYMS.getOrDefault(stem, stem);
  }

  /** Returns the stems of the words that are not stop words, in order. */
  static Set<String> terms(List<Word> words) {
    return words.stream()
        .filter(word -> !word.isStopWord())
        .map(Word::stem)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  static String withoutPossessive(String text) {
    boolean isPossessive = text.endsWith("'s") || text.endsWith("’s");
    return isPossessive ? text.substring(0, text.length() - 2) : text;
  }

  int end() {
    return start + text.length();
  }

  boolean isCapitalized() {
    return Character.isUpperCase(text.codePointAt(0));
  }

  boolean isStopWord() {
    return STOP_WORDS.contains(folded);
  }

  boolean isMonth() {
    return MONTHS.contains(" " + folded + " ");
  }

  boolean isDayOrMonth() {
    return isMonth() || (isNumber() && text.length() <= 2);
  }

  boolean isNumber() {
    return Character.isDigit(text.charAt(0));
  }

  boolean isYear() {
    return text.length() == 4 && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
