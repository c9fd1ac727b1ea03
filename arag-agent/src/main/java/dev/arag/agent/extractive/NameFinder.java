package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds names in English text. A name is a run of capitalized words, which may contain lower-case
 * particles such as "of" and "van".
 */
final class NameFinder {
  private static final Set<String> PARTICLES =
      Set.of("of", "the", "de", "la", "van", "von", "der", "del", "and", "du", "da", "al", "for");

  private static final Set<String> COMMON_WORDS =
      Set.of(
          ("film movie album song county province state country city river which what who when where"
                  + " how both but after before during while however although since because january"
                  + " february march april may june july august september october november december"
                  + " mr mrs dr sir")
              .split(" "));

  private NameFinder() {}

  /** Returns the distinct names in a text, in order of their first occurrence. */
  static List<String> in(String text) {
    Set<String> names = new LinkedHashSet<>();
    locate(text).forEach(name -> names.add(name.text()));
    return new ArrayList<>(names);
  }

  static List<TextSpan> locate(String text) {
    List<Word> words = EnglishWords.words(text);
    List<TextSpan> names = new ArrayList<>();
    for (int i = 0; i < words.size(); ) {
      int end = starts(words.get(i)) ? end(text, words, i) : i;
      if (end > i) {
        add(names, text, words.get(i), words.get(end - 1));
      }
      i = Math.max(end, i + 1);
    }
    return names;
  }

  private static boolean starts(Word word) {
    return word.isCapitalized() && !word.isStopWord() && !COMMON_WORDS.contains(word.folded());
  }

  private static void add(List<TextSpan> names, String text, Word first, Word last) {
    String name = text.substring(first.start(), last.end());
    if (name.length() > 1) {
      names.add(new TextSpan(name, first.start(), last.end()));
    }
  }

  /**
   * Returns the index after the last word of the name that starts at the given word. The last word
   * of a name is a capitalized word or a number.
   */
  private static int end(String text, List<Word> words, int from) {
    int end = from + 1;
    for (int i = from + 1; i < words.size() && joins(text, words, i); i++) {
      Word word = words.get(i);
      if (word.isCapitalized() || word.isNumber()) {
        end = i + 1;
      } else if (!isInside(text, words, i) || i - end >= 2) {
        break;
      }
    }
    return end;
  }

  /**
   * Whether a word can continue the name that contains the preceding word. Only a space, an
   * apostrophe or the dot of an initial may separate the two words.
   */
  private static boolean joins(String text, List<Word> words, int i) {
    Word before = words.get(i - 1);
    String between = text.substring(before.end(), words.get(i).start());
    boolean isShort = before.text().length() <= 2 || before.text().equals("No");
    boolean isInitial = isShort && before.isCapitalized();
    boolean isPossessive = words.get(i).folded().equals("s") && isApostrophe(between);
    return between.equals(" ") || isPossessive || (between.equals(". ") && isInitial);
  }

  private static boolean isInside(String text, List<Word> words, int i) {
    Word word = words.get(i);
    return PARTICLES.contains(word.folded())
        || isApostrophe(text.substring(words.get(i - 1).end(), word.start()));
  }

  private static boolean isApostrophe(String text) {
    return text.equals("'") || text.equals("’");
  }
}
