package dev.arag.strategies.internal.iterative;

import dev.arag.strategies.internal.retrieval.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The sentences of a chain of thought. */
final class Reasoning {
  private static final Pattern CONCLUSION =
      Pattern.compile(
          "^(thus|so|therefore|hence)\\b|\\d\\s*[-+*/×÷=]\\s*\\d", Pattern.CASE_INSENSITIVE);

  private final List<String> sentences = new ArrayList<>();

  /** Adds a sentence. Returns false if it repeats an earlier one. */
  boolean add(String sentence) {
    if (sentences.stream().anyMatch(each -> Queries.key(each).equals(Queries.key(sentence)))) {
      return false;
    }
    return sentences.add(sentence);
  }

  /** Whether a sentence only draws a conclusion, so that a search with it finds nothing new. */
  static boolean isConclusion(String sentence) {
    return CONCLUSION.matcher(sentence).find();
  }

  /** Whether a sentence states the answer. */
  static boolean isLast(String sentence) {
    return sentence.toLowerCase(Locale.ROOT).contains("answer is");
  }

  int size() {
    return sentences.size();
  }

  /** The sentences, one a line. */
  String text() {
    return sentences.isEmpty() ? "(none)" : String.join("\n", sentences);
  }
}
