package dev.arag.agent.internal.grounding;

import dev.arag.agent.internal.text.NumberWords;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The words and figures in the texts that were shown. Numbers written as English words are included
 * as figures.
 */
final class ShownTerms {
  private static final List<String> MONTHS =
      List.of(
          "january february march april may june july august september october november december"
              .split(" "));

  private final Set<String> words = new HashSet<>();
  private final Set<String> figures = new HashSet<>();

  ShownTerms(Collection<String> texts) {
    texts.forEach(this::add);
  }

  private void add(String text) {
    List<Term> terms = Term.all(text);
    for (int i = 0; i < terms.size(); i++) {
      Term term = terms.get(i);
      if (term.isNumber()) {
        String next = i + 1 < terms.size() ? terms.get(i + 1).text() : "";
        add(NumericValue.of(term.text()), next);
      } else {
        addWord(term.key(), i > 0 ? terms.get(i - 1).key() : "");
      }
    }
  }

  private void add(NumericValue figure, String next) {
    figures.addAll(figure.values());
    figures.addAll(figure.scaledBy(next).values());
    if (figure.mayBeSeveral()) {
      figures.addAll(figure.parts());
    }
  }

  private void addWord(String word, String before) {
    words.add(word);
    Integer number = NumberWords.value(word);
    if (number != null) {
      figures.add(String.valueOf(number));
      Integer tens = NumberWords.value(before);
      if (tens != null && tens >= 20 && number < 10) {
        figures.add(String.valueOf(tens + number));
      }
    }
    if (word.equals("hundred")) {
      Integer hundreds = NumberWords.value(before);
      figures.add(String.valueOf(hundreds == null ? 100 : 100 * hundreds));
    }
    int month = MONTHS.indexOf(word);
    if (month >= 0) {
      figures.add(String.valueOf(month + 1));
    }
  }

  /** Whether the texts contain a word, in the singular or in the plural. */
  boolean hasWord(Term word) {
    String key = word.key();
    return words.contains(key)
        || words.contains(key + "s")
        || (key.endsWith("s") && words.contains(key.substring(0, key.length() - 1)));
  }

  boolean hasFigure(NumericValue figure) {
    return figure.values().stream().anyMatch(figures::contains)
        || (figure.mayBeSeveral() && figures.containsAll(figure.parts()));
  }

  boolean hasFigure(String value) {
    return figures.contains(value);
  }
}
