package dev.arag.extractive.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A question or a sentence with its words.
 *
 * @param terms the stems of all words that are not stop words
 * @param names the runs of capitalized words, which may contain particles such as "of" and "van"
 */
record ParsedText(String text, List<Word> words, Set<String> terms, List<Span> names) {
  private static final Set<String> PARTICLES =
      Set.of("of", "the", "de", "la", "van", "von", "der", "del", "du", "da", "al");

  /**
   * A run of words.
   *
   * @param from the index of the first word
   * @param to the index after the last word
   */
  record Span(String text, Set<String> terms, int from, int to) {
    boolean contains(Word word) {
      return terms.contains(word.stem());
    }
  }

  static ParsedText of(String text) {
    List<Word> words = Word.in(text);
    ParsedText parsed = new ParsedText(text, words, Word.terms(words), new ArrayList<>());
    parsed.findNames();
    return parsed;
  }

  Span span(int from, int to) {
    String run = text.substring(words.get(from).start(), words.get(to - 1).end());
    return new Span(Word.withoutPossessive(run), Word.terms(words.subList(from, to)), from, to);
  }

  private void findNames() {
    for (int i = 0; i < words.size(); ) {
      int end = startsName(words.get(i)) ? nameEnd(i) : i;
      if (end > i && words.get(i).text().length() + end - i > 2) {
        names.add(span(i, end));
      }
      i = Math.max(end, i + 1);
    }
  }

  private static boolean startsName(Word word) {
    return word.isCapitalized() && !word.isStopWord() && !word.isMonth();
  }

  /** Returns the index after the last capitalized word or number of a name. */
  private int nameEnd(int from) {
    int end = from + 1;
    for (int i = end; i < words.size() && i - end <= 2 && continuesName(i); i++) {
      end = isPartOfName(i) ? i + 1 : end;
    }
    return end;
  }

  private boolean continuesName(int i) {
    Word before = words.get(i - 1);
    String gap = text.substring(before.end(), words.get(i).start());
    boolean isInitial = before.text().length() <= 2 && before.isCapitalized();
    return (gap.equals(" ") || (isInitial && (gap.equals(". ") || gap.equals("."))))
        && (isPartOfName(i) || PARTICLES.contains(words.get(i).folded()));
  }

  private boolean isPartOfName(int i) {
    return words.get(i).isCapitalized() || words.get(i).isNumber();
  }
}
