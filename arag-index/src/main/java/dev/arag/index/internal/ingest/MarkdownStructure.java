package dev.arag.index.internal.ingest;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the headings of Markdown, such as {@code ## Title} and headings underlined with = or -, and
 * its tables. Lines of code are skipped.
 */
public final class MarkdownStructure {
  private static final int MAX_LEVEL = 6;

  /** The maximum length of a heading line, in UTF-16 units. */
  private static final int MAX_LENGTH = 500;

  private final List<Heading> headings = new ArrayList<>();
  private final MarkdownTables tables = new MarkdownTables();
  private String fence = "";
  private String above = "";
  private int aboveOffset;
  private boolean aboveIsFirst;

  private MarkdownStructure() {}

  /**
   * A heading.
   *
   * @param offset the offset of the start of the heading line, before any {@code #}
   * @param title the title without Markdown formatting
   */
  public record Heading(int offset, int level, String title) {}

  /** Finds the headings and tables after an offset. */
  public static MarkdownStructure of(String text, int from) {
    MarkdownStructure structure = new MarkdownStructure();
    for (int start = from; start < text.length(); ) {
      int next = TextLines.next(text, start, text.length());
      structure.addLine(TextLines.content(text, start, next), start, next);
      start = next;
    }
    structure.tables.close();
    return structure;
  }

  /** The headings in text order. */
  public List<Heading> headings() {
    return headings;
  }

  /** The tables in text order. */
  public List<Table> tables() {
    return tables.tables();
  }

  private void addLine(String line, int offset, int next) {
    int indent = indent(line);
    String content = line.substring(indent).stripTrailing();
    if (trackFence(content, indent)) {
      remember("", offset);
      tables.close();
      return;
    }
    tables.addLine(indent > 3 ? "" : content, offset, next);
    int level = level(content);
    if (indent > 3 || content.isEmpty()) {
      remember("", offset);
    } else if (level > 0) {
      add(offset, level, withoutClosingMarks(content.substring(level)));
      remember("", offset);
    } else if (isUnderline(content) && isTitle(above)) {
      add(aboveOffset, content.charAt(0) == '=' ? 1 : 2, above);
      remember("", offset);
    } else {
      aboveIsFirst = above.isEmpty();
      above = content;
      aboveOffset = offset;
    }
  }

  private void remember(String line, int offset) {
    above = line;
    aboveOffset = offset;
  }

  private void add(int offset, int level, String marked) {
    String title = MarkdownInline.strip(marked);
    if (!title.isEmpty()) {
      headings.add(new Heading(offset, level, title));
    }
  }

  /** Returns whether the line is inside a fenced code block or begins or ends such a block. */
  private boolean trackFence(String content, int indent) {
    String marks = indent > 3 ? "" : fenceMarks(content);
    if (fence.isEmpty()) {
      fence = marks;
      return !marks.isEmpty();
    }
    if (marks.startsWith(fence) && marks.length() == content.length()) {
      fence = "";
    }
    return true;
  }

  private static String fenceMarks(String content) {
    int end = 0;
    while (end < content.length()
        && (content.charAt(end) == '`' || content.charAt(end) == '~')
        && content.charAt(end) == content.charAt(0)) {
      end++;
    }
    return end < 3 ? "" : content.substring(0, end);
  }

  private static int indent(String line) {
    int indent = 0;
    while (indent < line.length() && (line.charAt(indent) == ' ' || line.charAt(indent) == '\t')) {
      indent++;
    }
    return indent;
  }

  private static int level(String content) {
    int level = 0;
    while (level < content.length() && content.charAt(level) == '#') {
      level++;
    }
    boolean ends = level == content.length() || CharacterClass.isWhiteSpace(content.charAt(level));
    return level <= MAX_LEVEL && ends && content.length() <= MAX_LENGTH ? level : 0;
  }

  private static String withoutClosingMarks(String title) {
    String stripped = title.strip();
    int end = stripped.length();
    while (end > 0 && stripped.charAt(end - 1) == '#') {
      end--;
    }
    boolean closes = end == 0 || CharacterClass.isWhiteSpace(stripped.charAt(end - 1));
    return closes ? stripped.substring(0, end).strip() : stripped;
  }

  private static boolean isUnderline(String content) {
    return content.length() > 1 && repeats(content, "=-");
  }

  /** Returns whether a line that is not empty consists of one of the marks only. */
  static boolean repeats(String content, String marks) {
    char mark = content.charAt(0);
    return marks.indexOf(mark) >= 0 && content.chars().allMatch(unit -> unit == mark);
  }

  /**
   * Returns whether the line above an underline is a heading. If there are several lines, they are
   * a paragraph, and the underline is a horizontal rule.
   */
  private boolean isTitle(String line) {
    return !line.isEmpty()
        && aboveIsFirst
        && line.length() <= MAX_LENGTH
        && "-*+>|".indexOf(line.charAt(0)) < 0;
  }
}
