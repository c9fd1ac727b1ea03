package dev.arag.examples.cli;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tests whether a text contains a known answer, ignoring case, punctuation and articles. */
final class GoldAnswer {
  private static final Set<String> ARTICLES = Set.of("a", "an", "the");

  private GoldAnswer() {}

  /**
   * @param text the answer; null if there is none
   */
  static boolean isIn(@Nullable String text, Collection<String> answers) {
    String words = text == null ? "" : normalize(text);
    return answers.stream().map(GoldAnswer::normalize).anyMatch(words::contains);
  }

  /** Returns the words in lower case with a space around each, so that only whole words match. */
  private static String normalize(String text) {
    StringBuilder letters = new StringBuilder();
    text.toLowerCase(Locale.ROOT)
        .codePoints()
        .map(character -> Character.isLetterOrDigit(character) ? character : ' ')
        .forEach(letters::appendCodePoint);
    List<String> words =
        Stream.of(letters.toString().split(" +"))
            .filter(word -> !word.isEmpty() && !ARTICLES.contains(word))
            .toList();
    return words.stream().collect(Collectors.joining(" ", " ", " "));
  }
}
