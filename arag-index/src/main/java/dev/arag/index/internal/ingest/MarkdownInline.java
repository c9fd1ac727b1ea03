package dev.arag.index.internal.ingest;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.index.internal.split.Characters;

/** Removes inline Markdown (emphasis, code, links and tags) from a line in one pass. */
final class MarkdownInline {
  private MarkdownInline() {}

  static String strip(String marked) {
    StringBuilder plain = new StringBuilder(marked.length());
    for (int i = 0; i < marked.length(); ) {
      i = append(marked, i, plain);
    }
    return Characters.collapse(plain);
  }

  private static int append(String marked, int at, StringBuilder plain) {
    char unit = marked.charAt(at);
    return switch (unit) {
      case '\\' -> appendEscaped(marked, at, plain);
      case '*', '`', '[' -> at + 1;
      case '_' -> appendUnlessEmphasis(marked, at, plain);
      case '!' -> appendUnlessBefore(marked, at, plain, '[');
      case ']' -> skipTarget(marked, at + 1);
      case '<' -> skipTag(marked, at, plain);
      default -> {
        plain.append(unit);
        yield at + 1;
      }
    };
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
}
