package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits text into paragraphs. Text is split at blank lines, around list items, table rows, code
 * and quotes, and at line breaks that are not the result of line wrapping. Several lines of wrapped
 * prose are one paragraph. A line that consists only of drawing characters, such as {@code ---} or
 * {@code |---|}, is not part of any paragraph.
 */
final class Paragraphs {
  /** The minimum width of wrapped prose. Line breaks in narrower text are deliberate. */
  private static final int MIN_WRAP_WIDTH = 40;

  /**
   * The maximum length of a line of drawing characters; the first below a row of a table may be
   * longer. Longer lines count as text, and so does such a line after {@link #MAX_DRAWINGS}
   * consecutive others.
   */
  private static final int MAX_DRAWING = 200;

  private static final int MAX_DRAWINGS = 8;

  private final String text;
  private final boolean isTable;
  private final List<TextSpan> found = new ArrayList<>();
  private final List<TextSpan> block = new ArrayList<>();
  private boolean fenced;
  private int drawings;

  private Paragraphs(String text, boolean isTable) {
    this.text = text;
    this.isTable = isTable;
  }

  /**
   * Returns the paragraphs between two offsets, in order. Each paragraph consists of whole lines
   * without surrounding white space.
   */
  static List<TextSpan> find(String text, int from, int to) {
    return find(text, from, to, false);
  }

  /** Returns the lines of a table between two offsets. Each line is a paragraph. */
  static List<TextSpan> rows(String text, int from, int to) {
    return find(text, from, to, true);
  }

  private static List<TextSpan> find(String text, int from, int to, boolean isTable) {
    Paragraphs paragraphs = new Paragraphs(text, isTable);
    for (int start = from; start < to; ) {
      int next = LineBreaks.next(text, start, to);
      paragraphs.addLine(Characters.trim(text, start, next));
      start = next;
    }
    paragraphs.addBlock();
    return paragraphs.found;
  }

  private void addLine(TextSpan line) {
    if (line.length() == 0) {
      addBlock();
    } else if (isDrawing(line)) {
      addBlock();
      drawings++;
      fenced ^= isFence(line);
    } else {
      drawings = 0;
      (isTable ? found : block).add(line);
    }
  }

  private boolean isDrawing(TextSpan line) {
    int longest = isTable && drawings == 0 ? LongSentences.MAX_LENGTH : MAX_DRAWING;
    if (line.length() > longest || drawings >= MAX_DRAWINGS) {
      return false;
    }
    for (int i = line.start(); i < line.end(); i++) {
      if (!Characters.isDrawing(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Adds the paragraphs of a block. A block is a run of lines without a blank line. */
  private void addBlock() {
    if (!block.isEmpty()) {
      cutBlock();
      block.clear();
    }
  }

  private void cutBlock() {
    int width = block.stream().mapToInt(TextSpan::length).max().orElse(0);
    boolean prose = block.stream().anyMatch(this::endsClause);
    int start = block.get(0).start();
    boolean unit = isUnit(block.get(0));
    for (int i = 1; i < block.size(); i++) {
      TextSpan line = block.get(i);
      TextSpan above = block.get(i - 1);
      boolean lineIsUnit = isUnit(line);
      if (unit || lineIsUnit || isListItem(line) || !prose || !continues(above, line, width)) {
        found.add(new TextSpan(start, above.end()));
        start = line.start();
      }
      unit = lineIsUnit;
    }
    found.add(new TextSpan(start, block.get(block.size() - 1).end()));
  }

  /**
   * Returns whether the line is a separate paragraph, such as a line of code, a code fence, a table
   * row, a Markdown heading or an HTML tag.
   */
  private boolean isUnit(TextSpan line) {
    if (isFence(line)) {
      fenced = !fenced;
      return true;
    }
    char first = text.charAt(line.start());
    return fenced
        || first == '|'
        || first == '#'
        || (first == '<' && text.charAt(line.end() - 1) == '>')
        || text.substring(line.start(), line.end()).contains(" | ")
        || endsLikeCode(line);
  }

  private boolean isFence(TextSpan line) {
    return startsWith(line, "```") || startsWith(line, "~~~");
  }

  private boolean endsLikeCode(TextSpan line) {
    char last = text.charAt(line.end() - 1);
    return last == '{' || last == '}' || (last == ';' && line.length() < 100);
  }

  private boolean isListItem(TextSpan line) {
    char first = text.charAt(line.start());
    int afterMarker = line.start() + 1;
    return switch (first) {
      case '-', '*', '+', '•', '‣', '◦', '▪', '·', '–', '—', '⁃', '●' ->
          isSpaceAt(afterMarker, line);
      case '>' -> true;
      default -> isNumbered(line);
    };
  }

  /** Returns whether the line begins with {@code 12.}, {@code 12)}, {@code (12)} or {@code a)}. */
  private boolean isNumbered(TextSpan line) {
    int at = line.start() + (text.charAt(line.start()) == '(' ? 1 : 0);
    int end = Math.min(line.end(), at + 3);
    int digits = at;
    while (digits < end && CharacterClass.isDigit(text.charAt(digits))) {
      digits++;
    }
    boolean letter = digits == at && digits < end && CharacterClass.isLatin(text.charAt(at));
    int close = letter ? at + 1 : digits;
    if (close == at || close >= line.end()) {
      return false;
    }
    char mark = text.charAt(close);
    return (mark == ')' || (mark == '.' && !letter)) && isSpaceAt(close + 1, line);
  }

  private boolean continues(TextSpan above, TextSpan line, int width) {
    return startsLower(line) || isFull(above, line, width);
  }

  /** Returns whether the line above was wrapped because the next word did not fit on it. */
  private boolean isFull(TextSpan above, TextSpan line, int width) {
    if (!isSpaced(line)) {
      return above.length() + 2 > width;
    }
    int word = line.start();
    while (word < line.end() && !Characters.isSpace(text.charAt(word))) {
      word++;
    }
    return width >= MIN_WRAP_WIDTH && above.length() + 1 + (word - line.start()) > width;
  }

  private boolean isSpaced(TextSpan line) {
    return !CharacterClass.isUnspacedScript(text.codePointAt(line.start()));
  }

  private boolean startsLower(TextSpan line) {
    return CharacterClass.isLowerCase(text.codePointAt(line.start()));
  }

  /** Returns whether the line ends with a clause mark, which indicates prose. */
  private boolean endsClause(TextSpan line) {
    int last = line.end() - 1;
    while (last > line.start() && Characters.isCloser(text.charAt(last))) {
      last--;
    }
    return Characters.isClauseMark(text.charAt(last));
  }

  private boolean startsWith(TextSpan line, String prefix) {
    return line.length() >= prefix.length() && text.startsWith(prefix, line.start());
  }

  private boolean isSpaceAt(int at, TextSpan line) {
    return at < line.end() && Characters.isSpace(text.charAt(at));
  }
}
