package dev.arag.evaluation.metric;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.internal.metric.AnswerNormalizer;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares an answer with its gold answers. An empty answer or gold answer never matches. */
public final class AnswerMetrics {
  private static final Set<String> YES_NO = Set.of("yes", "no");
  private static final Set<String> CLOSED_ANSWERS = Set.of("yes", "no", "noanswer");

  private AnswerMetrics() {}

  /**
   * Whether the words of any gold answer occur in the answer as consecutive whole words. Case,
   * punctuation and articles do not count. A gold answer that is {@code yes} or {@code no} must be
   * the first word.
   */
  public static boolean contains(String answer, List<String> golds) {
    requireNonNull(answer, "answer");
    return golds.stream().anyMatch(gold -> contains(answer, gold));
  }

  private static boolean contains(String answer, String gold) {
    List<String> wanted = AnswerNormalizer.words(gold);
    if (wanted.isEmpty()) {
      return false;
    }
    List<String> words = AnswerNormalizer.words(answer);
    if (wanted.size() == 1 && YES_NO.contains(wanted.get(0))) {
      return !words.isEmpty() && words.get(0).equals(wanted.get(0));
    }
    return Collections.indexOfSubList(words, wanted) >= 0
        || Collections.indexOfSubList(
                AnswerNormalizer.allWords(answer), AnswerNormalizer.allWords(gold))
            >= 0;
  }

  /**
   * Whether the gold answer is a substring of the answer, as in the reference implementation of the
   * A-RAG paper. Both are normalized as by the evaluation script of SQuAD.
   *
   * @param gold the only gold answer that is compared
   */
  public static boolean containsSubstring(String answer, String gold) {
    String wanted = AnswerNormalizer.squad(gold);
    return !wanted.isEmpty() && AnswerNormalizer.squad(answer).contains(wanted);
  }

  /** Whether the answer is equal to any gold answer, if both are normalized as for SQuAD. */
  public static boolean isExact(String answer, List<String> golds) {
    String normalized = AnswerNormalizer.squad(answer);
    return !answer.isBlank()
        && golds.stream()
            .filter(gold -> !gold.isBlank())
            .anyMatch(gold -> AnswerNormalizer.squad(gold).equals(normalized));
  }

  /** The highest {@link #f1(String, String)} over the gold answers; 0 if there are none. */
  public static double f1(String answer, List<String> golds) {
    return golds.stream().mapToDouble(gold -> f1(answer, gold)).max().orElse(0);
  }

  /**
   * The F1 of SQuAD: the harmonic mean of precision and recall of the words, counted with
   * repetitions. As in HotpotQA, it is 0 if one of the two is yes, no or noanswer, and the other
   * differs.
   */
  static double f1(String answer, String gold) {
    if (answer.isBlank() || gold.isBlank()) {
      return 0;
    }
    List<String> words = AnswerNormalizer.squadWords(answer);
    List<String> wanted = AnswerNormalizer.squadWords(gold);
    if (words.isEmpty() || wanted.isEmpty() || isClosed(words) || isClosed(wanted)) {
      return words.equals(wanted) ? 1 : 0;
    }
    int common = common(words, wanted);
    return common == 0 ? 0 : 2.0 * common / (words.size() + wanted.size());
  }

  private static boolean isClosed(List<String> words) {
    return words.size() == 1 && CLOSED_ANSWERS.contains(words.get(0));
  }

  /** The size of the intersection of two multisets. */
  private static int common(List<String> first, List<String> second) {
    Map<String, Integer> left = new HashMap<>();
    first.forEach(word -> left.merge(word, 1, Integer::sum));
    int common = 0;
    for (String word : second) {
      if (left.merge(word, -1, Integer::sum) >= 0) {
        common++;
      }
    }
    return common;
  }
}
