package dev.arag.index.internal.packing;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document.Heading;
import dev.arag.index.internal.split.Characters;
import dev.arag.index.internal.split.LineBreaks;
import dev.arag.index.internal.split.TextSpan;

/**
 * Recognizes the heading line of a section. A heading line is equal to the section title, or is a
 * Markdown heading that contains the title.
 */
public final class SectionHeading {
  private SectionHeading() {}

  /**
   * Returns the end of the heading line that begins at {@code from}, including its line break.
   * Returns {@code from} if this line is not a heading line.
   */
  static int end(String text, Heading heading, int from, int to) {
    if (heading.offset() != from || heading.path().isEmpty()) {
      return from;
    }
    String title = heading.path().get(heading.path().size() - 1);
    int end = LineBreaks.next(text, from, to);
    TextSpan line = Characters.trim(text, from, end);
    if (line.length() == 0 || title.isBlank()) {
      return from;
    }
    int underlined = underlineEnd(text, end, to);
    boolean marked = text.charAt(line.start()) == '#' || underlined > end;
    boolean holds = marked ? holds(text, line, title) : equals(text, line, title);
    return holds ? underlined : from;
  }

  /**
   * Returns the end of the Markdown underline at {@code from}, or {@code from} if there is none.
   */
  private static int underlineEnd(String text, int from, int to) {
    int end = LineBreaks.next(text, from, to);
    TextSpan line = Characters.trim(text, from, end);
    if (line.length() < 2) {
      return from;
    }
    char mark = text.charAt(line.start());
    boolean same = text.substring(line.start(), line.end()).chars().allMatch(c -> c == mark);
    return same && (mark == '=' || mark == '-') ? end : from;
  }

  /** Returns whether the line contains all letters and digits of the title in the same order. */
  private static boolean holds(String text, TextSpan line, String title) {
    int at = line.start();
    for (int i = 0; i < title.length(); i++) {
      char unit = title.charAt(i);
      if (!CharacterClass.isWordPart(unit)) {
        continue;
      }
      while (at < line.end() && text.charAt(at) != unit) {
        at++;
      }
      if (at++ >= line.end()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the line and the title are equal if white space is normalized. */
  private static boolean equals(String text, TextSpan line, String title) {
    return Characters.collapse(text.substring(line.start(), line.end()))
        .equals(Characters.collapse(title));
  }
}
