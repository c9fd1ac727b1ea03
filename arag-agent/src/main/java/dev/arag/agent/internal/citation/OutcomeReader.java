package dev.arag.agent.internal.citation;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Outcome;
import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outcome of an answer from the words that the system prompt requires: NOT FOUND at the
 * start of the first line, or a line that starts with PARTIAL, CONFLICT or UNCLEAR and a colon.
 * UNCLEAR has priority, then NOT FOUND; otherwise the first such line counts. Lines of code blocks,
 * of block quotes and between the marker lines of quoted text do not count.
 */
public final class OutcomeReader {
  private static final String NOT_FOUND = "NOT FOUND";
  private static final String MARKUP = "*_#>`\"' ";
  private static final Map<String, Outcome> WORDS =
      Map.of(
          "PARTIAL", Outcome.PARTIAL,
          "CONFLICT", Outcome.CONFLICT,
          "UNCLEAR", Outcome.NEEDS_CLARIFICATION);

  /** The groups are the bullet, the formatting, the word, and the end of the formatting. */
  private static final String LINE =
      "( {0,3}(?:(?:[-+*•]|#{1,6}) +)?)([*_`]{0,3})(PARTIAL|CONFLICT|UNCLEAR)(\\2)?"
          + "[ \\t]*[:：](\\2)?[ \\t]*";

  private static final Pattern WORD = Pattern.compile(LINE);
  private static final Pattern LABEL = Pattern.compile(LINE, Pattern.CASE_INSENSITIVE);

  private final List<String> lines;
  private final List<String> plain = new ArrayList<>();
  private int stated = -1;

  /** The line with the second word. */
  private int other = Integer.MAX_VALUE;

  private @Nullable Outcome outcome;

  private OutcomeReader(String body) {
    lines = body.lines().toList();
  }

  /**
   * The outcome of an answer.
   *
   * @param text the answer without the words that state the outcome, except NOT FOUND
   * @param note the text that explains the outcome, as it stands in {@code text}; null if there is
   *     none
   */
  public record Stated(String text, Outcome outcome, @Nullable String note) {}

  /**
   * Reads an answer.
   *
   * @param body the answer without its evidence block
   */
  public static Stated read(String body) {
    return new OutcomeReader(body).read().orElseGet(() -> new Stated(body, Outcome.ANSWERED, null));
  }

  /**
   * Whether a text starts with NOT FOUND in capital letters, as the system prompt requires. The
   * check is case-sensitive because a text such as "Not found guilty" is an answer.
   */
  public static boolean isNotFound(String text) {
    return afterNotFound(text.lines().filter(each -> !each.isBlank()).findFirst().orElse(""))
        .isPresent();
  }

  private static Optional<String> afterNotFound(String line) {
    int start = 0;
    while (start < line.length() && MARKUP.indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    int end = start + NOT_FOUND.length();
    boolean isNotFound =
        line.startsWith(NOT_FOUND, start)
            && (end == line.length() || !Character.isLetterOrDigit(line.charAt(end)));
    return isNotFound ? Optional.of(line.substring(end)) : Optional.empty();
  }

  private Optional<Stated> read() {
    readWords();
    String text = String.join("\n", plain).strip();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (outcome != Outcome.NEEDS_CLARIFICATION && isNotFound(text)) {
      return Optional.of(new Stated(text, Outcome.NOT_FOUND, noteOfNotFound(text)));
    }
    if (outcome == null) {
      readLabel();
    }
    return Optional.ofNullable(outcome).map(each -> new Stated(text, each, note()));
  }

  private void readWords() {
    CodeBlocks blocks = new CodeBlocks();
    for (String line : lines) {
      Matcher word = blocks.word(line).orElse(null);
      if (word != null && isFirst(outcomeOf(word))) {
        outcome = outcomeOf(word);
        stated = plain.size();
        other = Integer.MAX_VALUE;
      } else if (word != null) {
        other = Math.min(other, plain.size());
      }
      plain.add(word == null ? line : before(word) + line.substring(word.end()));
      blocks.read(line);
    }
  }

  private boolean isFirst(Outcome word) {
    return outcome == null
        || (word == Outcome.NEEDS_CLARIFICATION && outcome != Outcome.NEEDS_CLARIFICATION);
  }

  /** Reads a word in other letters, which only the last line of several may start with. */
  private void readLabel() {
    int last = lines.size() - 1;
    while (last > 0 && lines.get(last).isBlank()) {
      last--;
    }
    boolean isLater = lines.subList(0, last).stream().anyMatch(line -> !line.isBlank());
    Matcher label = LABEL.matcher(lines.get(last));
    if (isLater && label.lookingAt()) {
      String note = lines.get(last).substring(label.end());
      boolean isPlain = outcomeOf(label) != Outcome.CONFLICT || hasTwoBrackets(note);
      if (isPlain && hasWord(note)) {
        outcome = outcomeOf(label);
        stated = last;
        plain.set(last, note);
      }
    }
  }

  private static boolean hasTwoBrackets(String note) {
    int end = note.indexOf(']', note.indexOf('[') + 1);
    int next = end < 0 ? -1 : note.indexOf('[', end);
    return next >= 0 && note.indexOf(']', next) >= 0;
  }

  private static Outcome outcomeOf(Matcher word) {
    return requireNonNull(WORDS.get(word.group(3).toUpperCase(Locale.ROOT)));
  }

  /**
   * Returns what remains of the start of a line without the word. Formatting that does not end
   * after the word remains.
   */
  static String before(Matcher word) {
    boolean isEnded = has(word.group(4)) || has(word.group(5));
    return word.group(1) + (isEnded ? "" : word.group(2));
  }

  private static boolean has(@Nullable String group) {
    return group != null && !group.isEmpty();
  }

  /** Returns the paragraph that starts with the line, or only the line if it is the first one. */
  private @Nullable String note() {
    int start = stated;
    int last = Math.min(other, plain.size());
    while (start < last && !hasWord(plain.get(start))) {
      start++;
    }
    int end = Math.min(start + 1, last);
    while (stated > 0 && end < last && !plain.get(end).isBlank()) {
      end++;
    }
    String note = String.join("\n", plain.subList(start, end)).strip();
    return note.isEmpty() ? null : note;
  }

  private static @Nullable String noteOfNotFound(String text) {
    List<String> rest = text.lines().filter(OutcomeReader::hasWord).toList();
    String first = afterNotFound(rest.get(0)).orElse("");
    int start = 0;
    while (start < first.length() && !CharacterClass.isLetterOrDigit(first.codePointAt(start))) {
      start++;
    }
    if (start < first.length()) {
      return first.substring(start).strip();
    }
    return rest.size() > 1 ? rest.get(1).strip() : null;
  }

  private static boolean hasWord(String line) {
    return line.codePoints().anyMatch(CharacterClass::isLetterOrDigit);
  }

  /** Follows the lines of an answer, which a model may still be writing. */
  static final class CodeBlocks {
    /** The start of the line that ends the block; empty outside of blocks. */
    private String end = "";

    /** Reads a complete line. */
    void read(String line) {
      String start = line.strip();
      if (!end.isEmpty()) {
        end = start.startsWith(end) ? "" : end;
      } else if (start.startsWith("```") || start.startsWith("~~~")) {
        end = start.substring(0, 3);
      } else if (start.startsWith("<<<")) {
        end = ">>>";
      }
    }

    /**
     * Whether the start of a line may become a word that states the outcome, or such a word may
     * become longer.
     */
    boolean mayBecomeWord(String start) {
      Matcher word = WORD.matcher(start);
      word.lookingAt();
      return end.isEmpty() && word.hitEnd();
    }

    /** Finds the word at the start of a line, see {@link OutcomeReader#before}. */
    Optional<Matcher> word(String line) {
      Matcher word = WORD.matcher(line);
      return end.isEmpty() && word.lookingAt() ? Optional.of(word) : Optional.empty();
    }
  }
}
