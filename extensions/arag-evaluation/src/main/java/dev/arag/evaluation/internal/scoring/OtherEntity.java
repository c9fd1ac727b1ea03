package dev.arag.evaluation.internal.scoring;

import dev.arag.evaluation.internal.metric.AnswerNormalizer;
import dev.arag.evaluation.internal.metric.ShownText;
import dev.arag.evaluation.metric.AnswerMetrics;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds out whether a wrong answer names something that the shown text contains. */
final class OtherEntity {
  /** A run of capitalized words, or a number. */
  private static final Pattern NAME =
      Pattern.compile(
          "\\p{Lu}[\\p{L}\\p{M}'’.-]*(?: \\p{Lu}[\\p{L}\\p{M}'’.-]*)*|\\p{N}[\\p{N}.,]*");

  private static final Set<String> NO_NAMES = Set.of("yes", "no");

  private OtherEntity() {}

  /**
   * Whether the whole answer, or a name or number in it, occurs in the shown text. Names of the
   * question and of the gold answers do not count.
   */
  static boolean isIn(ShownText shown, String answer, String question, List<String> golds) {
    return candidates(answer)
        .filter(name -> !AnswerNormalizer.words(name).isEmpty())
        .filter(name -> !NO_NAMES.contains(String.join(" ", AnswerNormalizer.words(name))))
        .filter(name -> !occurs(question, name))
        .filter(name -> golds.stream().noneMatch(gold -> occurs(gold, name)))
        .anyMatch(name -> shown.snippets().stream().anyMatch(each -> occurs(each, name)));
  }

  private static Stream<String> candidates(String answer) {
    return Stream.concat(Stream.of(answer), NAME.matcher(answer).results().map(MatchResult::group));
  }

  private static boolean occurs(Snippet snippet, String name) {
    return occurs(snippet.text(), name);
  }

  private static boolean occurs(String text, String name) {
    return AnswerMetrics.contains(text, List.of(name));
  }
}
