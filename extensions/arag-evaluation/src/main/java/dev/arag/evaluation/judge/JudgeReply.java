package dev.arag.evaluation.judge;

import dev.arag.evaluation.judge.Judgement.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the verdict in a reply of the judge. */
final class JudgeReply {
  private static final Pattern THINKING = Pattern.compile("(?s)<think>.*?</think>");
  private static final Pattern NO_LETTER = Pattern.compile("[^\\p{L}']+");
  private static final Set<String> CORRECT = Set.of("correct", "right", "true", "yes");
  private static final Set<String> WRONG = Set.of("incorrect", "wrong", "false", "no", "not");

  /** Words that negate or weaken the word correct after them. */
  private static final Set<String> NEGATIONS =
      Set.of("not", "isn't", "never", "partially", "partly", "nearly", "almost", "hardly");

  private JudgeReply() {}

  /** The rule of the reference implementation: exactly the word correct, in any case. */
  static Verdict strict(String reply) {
    return reply.strip().toLowerCase(Locale.ROOT).equals("correct")
        ? Verdict.CORRECT
        : Verdict.WRONG;
  }

  /**
   * The verdict of the first word, if it is one; otherwise that of the words correct and incorrect
   * in the reply. Empty if there is no verdict, or if the reply contains both.
   */
  static Optional<Verdict> tolerant(String reply) {
    String visible = THINKING.matcher(reply).replaceAll(" ").toLowerCase(Locale.ROOT);
    List<String> words =
        Stream.of(NO_LETTER.split(visible.replace('\u2019', '\'')))
            .filter(word -> !word.isEmpty())
            .toList();
    if (words.isEmpty()) {
      return Optional.empty();
    }
    if (CORRECT.contains(words.get(0))) {
      return Optional.of(Verdict.CORRECT);
    }
    return WRONG.contains(words.get(0)) ? Optional.of(Verdict.WRONG) : anywhere(words);
  }

  private static Optional<Verdict> anywhere(List<String> words) {
    boolean isCorrect = false;
    boolean isWrong = false;
    for (int i = 0; i < words.size(); i++) {
      boolean isNegated = i > 0 && NEGATIONS.contains(words.get(i - 1));
      isCorrect |= words.get(i).equals("correct") && !isNegated;
      isWrong |= words.get(i).equals("incorrect") || (words.get(i).equals("correct") && isNegated);
    }
    if (isCorrect == isWrong) {
      return Optional.empty();
    }
    return Optional.of(isCorrect ? Verdict.CORRECT : Verdict.WRONG);
  }
}
