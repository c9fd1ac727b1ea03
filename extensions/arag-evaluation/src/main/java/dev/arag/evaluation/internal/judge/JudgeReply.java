package dev.arag.evaluation.internal.judge;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the verdict in a reply of the judge. */
public final class JudgeReply {
  /**
   * Reasoning before the verdict. Its start is missing if the prompt of the server contained it.
   */
  private static final Pattern REASONING = Pattern.compile("(?s)^.*</think>|<think>.*$");

  private static final Pattern NO_LETTER = Pattern.compile("[^\\p{L}']+");
  private static final String CORRECT = "correct";
  private static final Set<String> WRONG = Set.of("incorrect", "wrong", "false");
  private static final Set<String> YES = Set.of("right", "true", "yes");
  private static final Set<String> NO = Set.of("no", "not");

  /** Words that negate or weaken the words after them. */
  private static final Set<String> NEGATIONS =
      Set.of(
          "not",
          "isn't",
          "cannot",
          "can't",
          "never",
          "partially",
          "partly",
          "nearly",
          "almost",
          "hardly");

  /** Words that may stand between a negation and a verdict. */
  private static final Set<String> FILLERS =
      Set.of(
          "be",
          "as",
          "to",
          "seem",
          "appear",
          "entirely",
          "fully",
          "completely",
          "totally",
          "strictly",
          "exactly",
          "quite",
          "considered",
          "judged",
          "counted");

  private JudgeReply() {}

  /**
   * Whether the reply is exactly the word correct, in any case: the rule of the reference
   * implementation.
   */
  public static boolean strict(String reply) {
    return reply.strip().toLowerCase(Locale.ROOT).equals(CORRECT);
  }

  /**
   * Whether the reply says correct. It does not if the first word says so, because an explanation
   * follows. Otherwise, all words correct and incorrect must agree with each other, and with a yes
   * or no at the start. Empty if there is no verdict, or if the reply contradicts itself.
   */
  public static Optional<Boolean> tolerant(String reply) {
    List<String> words = words(reply);
    if (words.isEmpty()) {
      return Optional.empty();
    }
    if (WRONG.contains(words.get(0))) {
      return Optional.of(false);
    }
    boolean isCorrect = YES.contains(words.get(0));
    boolean isWrong = NO.contains(words.get(0));
    for (int i = 0; i < words.size(); i++) {
      isCorrect |= isVerdict(words, i) && !isDenied(words, i);
      isWrong |= isVerdict(words, i) && isDenied(words, i);
      boolean isIncorrect = words.get(i).equals("incorrect");
      isCorrect |= isIncorrect && isNegated(words, i);
      isWrong |= isIncorrect && !isNegated(words, i);
    }
    if (isCorrect == isWrong) {
      return Optional.empty();
    }
    return Optional.of(isCorrect);
  }

  private static List<String> words(String reply) {
    String visible = REASONING.matcher(reply.toLowerCase(Locale.ROOT)).replaceAll(" ");
    return Stream.of(NO_LETTER.split(visible.replace('\u2019', '\'')))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Whether a word is "correct", but not part of a name of the gold answer. */
  private static boolean isVerdict(List<String> words, int i) {
    return words.get(i).equals(CORRECT)
        && !wordAt(words, i - 1).equals("the")
        && !wordAt(words, i + 1).equals("answer");
  }

  /** Whether a word is negated, or has the value false, as in {@code {"correct": false}}. */
  private static boolean isDenied(List<String> words, int i) {
    return isNegated(words, i) || wordAt(words, i + 1).equals("false");
  }

  private static boolean isNegated(List<String> words, int i) {
    int before = i - 1;
    while (FILLERS.contains(wordAt(words, before))) {
      before--;
    }
    return NEGATIONS.contains(wordAt(words, before));
  }

  private static String wordAt(List<String> words, int i) {
    return i < 0 || i >= words.size() ? "" : words.get(i);
  }
}
