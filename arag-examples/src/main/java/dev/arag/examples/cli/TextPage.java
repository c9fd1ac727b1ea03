package dev.arag.examples.cli;

import java.util.List;

/** Text for people, at most 80 columns wide where words allow. */
final class TextPage {
  private static final int WIDTH = 80;

  private final StringBuilder text = new StringBuilder();

  /** A line, wrapped where it is too long; what follows the first line is indented like it. */
  TextPage line(String line) {
    return hanging(indentOf(line), line.strip(), indentOf(line));
  }

  /** A line whose continuation is indented further than its start. */
  TextPage hanging(String indent, String line, String continuation) {
    String start = indent;
    for (String part :
        wrap(printable(line), WIDTH - indent.length(), WIDTH - continuation.length())) {
      text.append(start).append(part).append('\n');
      start = continuation;
    }
    return this;
  }

  /** Foreign text of several lines, each indented. */
  TextPage block(String indent, String foreign) {
    foreign.lines().forEach(line -> hanging(indent, line.strip(), indent));
    return this;
  }

  /** Whole lines that are already as they should be. */
  TextPage raw(String lines) {
    text.append(lines);
    return this;
  }

  TextPage blank() {
    text.append('\n');
    return this;
  }

  String text() {
    return text.toString();
  }

  /** Without the control characters that could take over a terminal. */
  static String printable(String foreign) {
    StringBuilder clean = new StringBuilder(foreign.length());
    foreign.codePoints().map(TextPage::visible).forEach(clean::appendCodePoint);
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
    return new LineWrapper(firstWidth, width).lines(line);
  }
}
