package dev.arag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Matches every regular expression of the project with hostile texts. The number of characters that
 * are read must grow with the length of the text, not with its square, and the depth of the stack
 * must not grow: a text of 100,000 characters would stop the process or overflow the stack.
 */
class RegularExpressionsTest {
  private static final int LENGTH = 50_000;
  private static final int TRIAL_LENGTH = 250;
  private static final int MAX_DEPTH = 150;
  private static final int MAX_DEPTH_CHECKS = 4;

  /** Methods that create an expression from parts, of which those from outside are quoted. */
  private static final Set<String> COMPUTING_METHODS =
      Set.of(
          "dev.arag.openai.internal.SecretRedactor.<init>",
          "dev.arag.agent.internal.toolcall.JsonToolCalls.<init>",
          "dev.arag.agent.internal.toolcall.MarkupToolCalls.<init>",
          "dev.arag.agent.internal.toolcall.PythonToolCalls.<init>",
          "dev.arag.web.internal.trajectory.TrajectoryHtml.link");

  @Test
  void readsLongHostileTextsInLinearTime() {
    RegularExpressions found = RegularExpressions.find();
    assertThat(found.patterns).hasSizeGreaterThan(100);
    List<String> problems = new ArrayList<>();
    found.patterns.forEach(
        (at, pattern) -> {
          boolean isAnchored =
              Set.of("matches", "lookingAt").containsAll(found.uses.getOrDefault(at, Set.of("")));
          String problem = tryHostileTexts(pattern, isAnchored);
          if (!problem.isEmpty()) {
            problems.add(at + " " + pattern + ": " + problem);
          }
        });
    assertThat(problems).isEmpty();
    assertThat(found.computed).isEqualTo(COMPUTING_METHODS);
  }

  private static String tryHostileTexts(Pattern pattern, boolean isAnchored) {
    String worst = "";
    double most = 0;
    for (String unit : units(pattern.pattern())) {
      CountedText trial = new CountedText(unit, TRIAL_LENGTH);
      if (!trial.match(pattern, isAnchored)) {
        return "StackOverflowError for a repeated " + unit;
      }
      if (trial.readsPerCharacter() > most) {
        most = trial.readsPerCharacter();
        worst = unit;
      }
    }
    CountedText longest = new CountedText(worst, LENGTH);
    longest.limit = (long) (LENGTH * (2 * most + 8));
    return longest.match(pattern, isAnchored) ? "" : "quadratic time for a repeated " + worst;
  }

  /**
   * Returns texts that an expression may match again and again: the characters that occur in it,
   * their pairs, and the beginnings of what it matches.
   */
  private static Set<String> units(String expression) {
    Set<String> units = new LinkedHashSet<>();
    for (String sample : samples(expression)) {
      for (int end = 1; end <= sample.length(); end++) {
        units.add(sample.substring(0, end));
      }
    }
    int[] alphabet =
        (String.join("", samples(expression)) + "a.1 \n")
            .codePoints()
            .distinct()
            .limit(12)
            .toArray();
    for (int first : alphabet) {
      for (int second : alphabet) {
        units.add(Character.toString(first) + Character.toString(second));
      }
    }
    return units;
  }

  /** Returns texts like those that the alternatives of an expression match. */
  private static List<String> samples(String expression) {
    String text =
        expression
            .replaceAll(
                "\\(\\?<?[=!:]|\\(\\?[a-z]+\\)|\\\\[bBAzZQE]|\\{\\d+,?\\d*\\}|\\[\\^[^\\]]*]", "")
            .replaceAll("\\\\[pP]\\{[^}]*}|\\\\w|\\[a-zA-Z[^\\]]*]", "a")
            .replaceAll("\\\\d|\\[0-9]", "1")
            .replaceAll("\\\\[sRW]", " ")
            .replaceAll("\\\\(.)", "$1")
            .replaceAll("[()\\[\\]?*+^$]", "");
    return List.of(text.split("\\|", -1));
  }

  /** A text that counts how often its characters are read, and stops a search without an end. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private long reads;
    private long limit = Long.MAX_VALUE;
    private int depthChecks;
    private boolean isDeep;

    CountedText(String unit, int length) {
      text = unit.repeat(Math.max(1, length / Math.max(1, unit.length()))) + "\u0001";
    }

    double readsPerCharacter() {
      return (double) reads / text.length();
    }

    /** Whether a match ended within the limits. */
    boolean match(Pattern pattern, boolean isAnchored) {
      Matcher matcher = pattern.matcher(this);
      try {
        if (isAnchored) {
          matcher.matches();
          matcher.lookingAt();
        } else {
          while (matcher.find()) {
            continue;
          }
        }
        return !isDeep;
      } catch (LimitExceeded | StackOverflowError e) {
        return false;
      }
    }

    @Override
    public char charAt(int index) {
      if (++reads > limit) {
        throw new LimitExceeded();
      }
      if (index == text.length() - 2 && ++depthChecks <= MAX_DEPTH_CHECKS && !isDeep) {
        isDeep = StackWalker.getInstance().walk(all -> all.limit(MAX_DEPTH).count()) >= MAX_DEPTH;
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    LimitExceeded() {
      super("", null, false, false);
    }
  }
}
