package dev.arag.index.internal.ingest;

import dev.arag.core.internal.fold.CharacterClass;

/** Removes inline Markdown (emphasis, code, links and tags) from a line in one pass. */
final class MarkdownInline {
  private MarkdownInline() {}

  static String strip(String marked) {
    StringBuilder plain = new StringBuilder(marked.length());
    for (int i = 0; i < marked.length(); ) {
      i = append(marked, i, plain);
    }
    return collapse(plain);
  }

  private static int append(String marked, int at, StringBuilder plain) {
    char unit = marked.charAt(at);
    switch (unit) {
      case '\\' -> {
        return appendEscaped(marked, at, plain);
      }
      case '*', '`', '[' -> {
        return at + 1;
      }
      case '_' -> {
        return appendUnlessEmphasis(marked, at, plain);
      }
      case '!' -> {
        return appendUnlessBefore(marked, at, plain, '[');
      }
      case ']' -> {
        return skipTarget(marked, at + 1);
      }
      case '<' -> {
        return skipTag(marked, at, plain);
      }
      default -> {
        plain.append(unit);
        return at + 1;
      }
    }
  }

  private static int appendEscaped(String marked, int at, StringBuilder plain) {
    if (at + 1 == marked.length() || CharacterClass.isWordPart(marked.charAt(at + 1))) {
      plain.append('\\');
      return at + 1;
    }
    plain.append(marked.charAt(at + 1));
    return at + 2;
  }

  /** Appends an underscore only between letters or digits, where it is part of a name. */
  private static int appendUnlessEmphasis(String marked, int at, StringBuilder plain) {
    boolean inside =
        at > 0
            && at + 1 < marked.length()
            && CharacterClass.isWordPart(marked.charAt(at - 1))
            && CharacterClass.isWordPart(marked.charAt(at + 1));
    if (inside) {
      plain.append('_');
    }
    return at + 1;
  }

  private static int appendUnlessBefore(String marked, int at, StringBuilder plain, char next) {
    if (at + 1 == marked.length() || marked.charAt(at + 1) != next) {
      plain.append(marked.charAt(at));
    }
    return at + 1;
  }

  /** Skips the {@code (target)} or {@code [reference]} that follows the text of a link. */
  private static int skipTarget(String marked, int at) {
    if (at == marked.length()) {
      return at;
    }
    char open = marked.charAt(at);
    if (open != '(' && open != '[') {
      return at;
    }
    int close = marked.indexOf(open == '(' ? ')' : ']', at);
    return close < 0 ? marked.length() : close + 1;
  }

  private static int skipTag(String marked, int at, StringBuilder plain) {
    boolean tag =
        at + 1 < marked.length()
            && (CharacterClass.isLatin(marked.charAt(at + 1)) || marked.charAt(at + 1) == '/');
    int close = tag ? marked.indexOf('>', at) : -1;
    if (close < 0) {
      plain.append('<');
      return at + 1;
    }
    return close + 1;
  }

  private static String collapse(StringBuilder plain) {
    StringBuilder out = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      boolean space = CharacterClass.isWhiteSpace(plain.charAt(i));
      if (!space) {
        out.append(plain.charAt(i));
      } else if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
        out.append(' ');
      }
    }
    return out.toString().strip();
  }
}
