package dev.arag.cli.internal.console;

import java.util.List;

/** Text for users, wrapped at 80 columns or another width. Longer words are not broken. */
public final class TextPage {
  private static final int WIDTH = 80;

  private final int width;
  private final StringBuilder text = new StringBuilder();

  public TextPage() {
    this(WIDTH);
  }

  TextPage(int width) {
    this.width = width;
  }

  /** Adds a line; if it is wrapped, all parts have the same indentation. */
  public TextPage line(String line) {
    return hanging(indentOf(line), line.strip(), indentOf(line));
  }

  /** Adds a line; if it is wrapped, the other parts have the given indentation. */
  public TextPage hanging(String indent, String line, String continuation) {
    String start = indent;
    for (String part :
        wrap(printable(line), width - indent.length(), width - continuation.length())) {
      text.append(start).append(part).append('\n');
      start = continuation;
    }
    return this;
  }

  /** Adds untrusted text, which may have several lines. Each line is indented. */
  public TextPage block(String indent, String untrusted) {
    untrusted.lines().forEach(line -> hanging(indent, line.strip(), indent));
    return this;
  }

  /** Adds complete lines without formatting. */
  public TextPage raw(String lines) {
    text.append(lines);
    return this;
  }

  public TextPage blank() {
    text.append('\n');
    return this;
  }

  public String text() {
    return text.toString();
  }

  /** Replaces control characters, because they could change the state of the terminal. */
  public static String printable(String untrusted) {
    StringBuilder clean = new StringBuilder(untrusted.length());
    untrusted.codePoints().map(TextPage::visible).forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static int visible(int character) {
    if (character == '\t' || character == '\n') {
      return ' ';
    }
    return Character.isISOControl(character) || isDirectionMark(character) ? 0xFFFD : character;
  }

  private static boolean isDirectionMark(int character) {
    return (character >= 0x202A && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069);
  }

  private static String indentOf(String line) {
    return line.substring(0, line.length() - line.stripLeading().length());
  }

  static List<String> wrap(String line, int firstWidth, int width) {
    return new LineWrapper(firstWidth, width).wrap(line);
  }
}
