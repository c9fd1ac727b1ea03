package dev.arag.agent.internal.citation;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.regex.Matcher;

/**
 * An answer that a model is still writing. Returns the parts of its text that are certain: they do
 * not change, whatever the model writes next. Text that may belong to the evidence block, to a
 * marker, or to a word that states the outcome is held back until that is decided. Lines are
 * compared by the rules of {@link EvidenceBlock} and {@link OutcomeReader}, and markers are found
 * by the rules of {@link InlineCitationReader}.
 */
public final class PartialAnswer {
  private final IdListParser ids;
  private final MarkerScanner markers;

  /** The lines that are certain, as {@link EvidenceBlock#body()} will contain them. */
  private final StringBuilder body = new StringBuilder();

  /** White space after the body, which is dropped if no further text follows. */
  private final StringBuilder space = new StringBuilder();

  /** Lines that are in the body only if other text follows. */
  private final StringBuilder held = new StringBuilder();

  private final OutcomeReader.CodeBlocks blocks = new OutcomeReader.CodeBlocks();

  /** The end of the text that was read. */
  private int at;

  /** The start of the current line. */
  private int lineStart;

  /** Whether the start of the line at the current index is in the body. */
  private boolean isInLine;

  /**
   * @param shown the snippets that were sent to the model
   */
  public PartialAnswer(List<Snippet> shown) {
    ids = AnswerParser.ids(ShownChunk.byId(shown));
    markers = new MarkerScanner(ids);
  }

  /** Splits the whole text of an answer, without the evidence block, into its parts. */
  public static List<AnswerPart> partsOf(String text, List<Snippet> shown) {
    return new MarkerScanner(AnswerParser.ids(ShownChunk.byId(shown))).next(text, true);
  }

  /**
   * Returns the certain parts that follow those returned before.
   *
   * @param text the text so far; it starts with the text of the previous call
   */
  public List<AnswerPart> next(String text) {
    boolean isInCharacter =
        !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
    readLines(isInCharacter ? text.substring(0, text.length() - 1) : text);
    return markers.next(body.toString(), false);
  }

  private void readLines(String text) {
    while (true) {
      int end = endOfLine(text, at);
      int next = nextLine(text, end);
      if (!isInLine && !startsLine(text, end, next)) {
        return;
      }
      if (isInLine) {
        append(text.substring(at, end));
      }
      at = end;
      if (next < 0) {
        return;
      }
      if (isInLine) {
        blocks.read(text.substring(lineStart, end));
      }
      at = next;
      lineStart = next;
      (isInLine ? space : held).append('\n');
      isInLine = false;
    }
  }

  private static int endOfLine(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  /** Returns the start of the next line; -1 if the line is not complete. */
  private static int nextLine(String text, int end) {
    if (end == text.length()) {
      return -1;
    }
    if (text.charAt(end) == '\n') {
      return end + 1;
    }
    boolean isLast = end + 1 == text.length();
    return isLast ? -1 : end + (text.charAt(end + 1) == '\n' ? 2 : 1);
  }

  /**
   * Decides whether the line at the current index is in the body. Sets {@code isInLine} if it is
   * certain to be there.
   *
   * @param next the start of the next line; -1 if the line is not complete
   * @return false if the line must be complete, or more lines must follow, before that is decided
   */
  private boolean startsLine(String text, int end, int next) {
    String line = text.substring(at, end);
    if (next >= 0 && (line.isBlank() || isStrictEntry(line))) {
      held.append(line);
      return true;
    }
    isInLine =
        next < 0
            ? !EvidenceBlock.mayBecomeTitle(line)
                && !mayBecomeEntry(line)
                && !blocks.mayBecomeWord(line)
            : !EvidenceBlock.startsAt(line, nextCompleteLine(text, next), ids);
    if (isInLine) {
      append(held);
      held.setLength(0);
      blocks.word(line).ifPresent(this::skipWord);
    }
    return isInLine;
  }

  private void skipWord(Matcher word) {
    append(OutcomeReader.before(word));
    at += word.end();
  }

  private boolean isStrictEntry(String line) {
    return EvidenceEntry.read(line, ids).filter(EvidenceEntry::isStrict).isPresent();
  }

  /**
   * Whether the start of a line may become an entry of an evidence block without a title. Such an
   * entry starts with a bracket after an optional bullet or number.
   */
  private static boolean mayBecomeEntry(String start) {
    int i = 0;
    while (i < start.length() && isBeforeEntry(start.charAt(i))) {
      i++;
    }
    return i == start.length() || Punctuation.isOpeningBracket(start.charAt(i));
  }

  private static boolean isBeforeEntry(char character) {
    return EvidenceEntry.BULLETS.indexOf(character) >= 0
        || Punctuation.isSpace(character)
        || CharacterClass.isDigit(character)
        || ".)".indexOf(character) >= 0;
  }

  /** Returns the next line that is complete and not blank; empty if there is none yet. */
  private static String nextCompleteLine(String text, int from) {
    int start = from;
    while (start >= 0) {
      int end = endOfLine(text, start);
      int next = nextLine(text, end);
      String line = text.substring(start, end);
      if (next >= 0 && !line.isBlank()) {
        return line;
      }
      start = next;
    }
    return "";
  }

  private void append(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        space.append(text.charAt(i));
      } else {
        body.append(body.isEmpty() ? "" : space).append(text.charAt(i));
        space.setLength(0);
      }
    }
  }
}
