package dev.arag.core.internal.condition;

import dev.arag.core.internal.condition.Condition.Literal;
import dev.arag.core.internal.fold.Folding;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A pass over a regular expression that estimates the size of its program and finds texts that each
 * match contains. It need not understand everything: where it does not, it finds fewer texts.
 */
final class PatternScan {
  static final int MAX_SIZE = 2_000;

  private static final int MIN_LITERAL = 3;

  private final String pattern;
  private final List<Literal> literals = new ArrayList<>();
  private final StringBuilder run = new StringBuilder();

  /** The sizes of the open groups, of which the innermost is last, and of the last element. */
  private final Deque<Long> groups = new ArrayDeque<>(List.of(0L));

  private long last;
  private boolean hasNoLiterals;

  private PatternScan(String pattern) {
    this.pattern = pattern;
  }

  static PatternScan of(String pattern) {
    PatternScan scan = new PatternScan(pattern);
    scan.hasNoLiterals = pattern.contains("\\Q");
    int at = 0;
    while (at < pattern.length()) {
      at = scan.step(at);
    }
    scan.endRun(false);
    return scan;
  }

  /**
   * Folds the characters of an expression that are not ASCII, as the text is folded. Others keep
   * their case, because {@code \W} is not {@code \w}.
   */
  static String fold(String pattern) {
    StringBuilder folded = new StringBuilder();
    Normalizer.normalize(pattern, Normalizer.Form.NFC)
        .codePoints()
        .forEach(
            each -> {
              String text = Folding.fold(Character.toString(each)).text();
              folded.append(
                  each < 0x80 ? Character.toString(each) : text.equals("-") ? "\\-" : text);
            });
    return folded.toString();
  }

  /** The texts that each match contains; none if the expression has alternatives. */
  List<Literal> literals() {
    return hasNoLiterals ? List.of() : List.copyOf(literals);
  }

  /** Roughly the number of instructions, not less than half of them. */
  long size() {
    return groups.stream().mapToLong(Long::longValue).sum() + last;
  }

  private int step(int at) {
    char next = pattern.charAt(at);
    switch (next) {
      case '\\' -> {
        return escape(at);
      }
      case '[' -> {
        element(1, false);
        return classEnd(at + 1);
      }
      case '(' -> {
        element(0, false);
        groups.addLast(0L);
      }
      case ')' -> {
        element(0, false);
        last = groups.size() > 1 ? groups.removeLast() + 1 : 0;
      }
      case '{' -> {
        return repeat(at);
      }
      case '*', '+', '?' -> {
        endRun(true);
        last++;
      }
      case '|' -> {
        hasNoLiterals |= groups.size() == 1;
        element(1, false);
      }
      case '.', '^', '$' -> element(1, false);
      default -> literal(next);
    }
    return at + 1;
  }

  private void literal(char unit) {
    element(1, true);
    if (groups.size() == 1) {
      run.append(unit);
    }
  }

  /** Adds the last element to its group and begins another one. */
  private void element(int size, boolean isLiteral) {
    groups.addLast(groups.removeLast() + last);
    last = size;
    if (!isLiteral) {
      endRun(false);
    }
  }

  /** Ends a run of literal characters, of which the last one may be repeated. */
  private void endRun(boolean isRepeated) {
    if (isRepeated && run.length() > 0) {
      run.setLength(run.offsetByCodePoints(run.length(), -1));
    }
    String text = Folding.key(Normalizer.normalize(run, Normalizer.Form.NFC));
    if (text.length() >= MIN_LITERAL) {
      literals.add(new Literal(text, false));
    }
    run.setLength(0);
  }

  private int escape(int at) {
    if (at + 1 == pattern.length()) {
      return at + 1;
    }
    char escaped = pattern.charAt(at + 1);
    if (!Character.isLetterOrDigit(escaped)) {
      literal(escaped);
      return at + 2;
    }
    element(1, false);
    boolean hasArgument = "pPx".indexOf(escaped) >= 0 || Character.isDigit(escaped);
    int brace = at + 2 < pattern.length() && pattern.charAt(at + 2) == '{' ? end('}', at) : -1;
    // The digits of \x41 and \123 must not become a literal.
    hasNoLiterals |= hasArgument && brace < 0 && escaped != 'p' && escaped != 'P';
    return hasArgument && brace >= 0
        ? brace
        : hasArgument ? Math.min(at + 3, pattern.length()) : at + 2;
  }

  private int classEnd(int start) {
    int at = start;
    at += pattern.startsWith("^", at) ? 1 : 0;
    at += pattern.startsWith("]", at) ? 1 : 0;
    while (at < pattern.length() && pattern.charAt(at) != ']') {
      boolean isNamed = pattern.startsWith("[:", at) && pattern.indexOf(":]", at + 2) >= 0;
      at = isNamed ? pattern.indexOf(":]", at + 2) + 2 : at + (pattern.charAt(at) == '\\' ? 2 : 1);
    }
    return Math.min(at + 1, pattern.length());
  }

  private int repeat(int at) {
    endRun(true);
    int end = end('}', at);
    long times = 1;
    for (String number : pattern.substring(at + 1, Math.max(at + 1, end - 1)).split(",", -1)) {
      times = number.matches("[0-9]{1,4}") ? Math.max(times, Long.parseLong(number)) : times;
    }
    last = Math.min(last * times + 1, Integer.MAX_VALUE);
    return Math.max(at + 1, end);
  }

  /** Returns the offset after the next character of a kind, or -1. */
  private int end(char wanted, int from) {
    int at = pattern.indexOf(wanted, from);
    return at < 0 ? -1 : at + 1;
  }
}
