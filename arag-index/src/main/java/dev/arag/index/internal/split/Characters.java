package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Character classes for the splitting rules. They do not depend on the JDK version. */
public final class Characters {
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  private Characters() {}

  /**
   * Returns whether a character is white space or invisible, so that no sentence begins with it.
   */
  static boolean isBlank(int character) {
    return CharacterClass.isWhiteSpace(character) || CharacterClass.isInvisible(character);
  }

  static boolean isSpace(char unit) {
    return CharacterClass.isWhiteSpace(unit);
  }

  /** Returns a text without surrounding white space, in which each run of it is one space. */
  public static String collapse(CharSequence text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (!isSpace(text.charAt(i))) {
        out.append(text.charAt(i));
      } else if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
        out.append(' ');
      }
    }
    return out.toString().strip();
  }

  /** Returns the range without surrounding white space; empty if no character is visible. */
  public static TextSpan trim(String text, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return hasVisible(text, start, end) ? new TextSpan(start, end) : new TextSpan(start, start);
  }

  private static boolean hasVisible(String text, int start, int end) {
    for (int i = start; i < end; ) {
      int character = text.codePointAt(i);
      if (!isBlank(character)) {
        return true;
      }
      i += Character.charCount(character);
    }
    return false;
  }

  /** Returns whether a character can end a sentence, at least before white space. */
  static boolean isTerminator(char unit) {
    byte kind = SentencePunctuation.kind(unit);
    return kind == SentencePunctuation.AMBIGUOUS || kind == SentencePunctuation.UNAMBIGUOUS;
  }

  /** Returns whether a character is a closing quote or bracket that can follow the final mark. */
  static boolean isCloser(char unit) {
    return switch (unit) {
      case '"', '\'', ')', ']', '}', '”', '’', '»', '›', '」', '』', '）', '】', '〕', '*', '_' -> true;
      default -> false;
    };
  }

  static boolean isOpener(char unit) {
    return switch (unit) {
      case '"', '\'', '(', '[', '{', '“', '‘', '«', '‹', '„', '¿', '¡', '`', '*', '_' -> true;
      default -> false;
    };
  }

  /** Returns whether a character is used to draw lines and tables. */
  public static boolean isDrawing(char unit) {
    return switch (unit) {
      case '-', '=', '_', '*', '~', '#', '+', '|', ':', '`', '–', '—', '·', '•' -> true;
      default -> (unit >= '\u2500' && unit <= '\u257F') || isSpace(unit);
    };
  }

  /**
   * Returns whether a character can be outside of all sentences: white space, an invisible
   * character, or a drawing character.
   */
  public static boolean canBeOutsideSentences(int character) {
    return isBlank(character)
        || (Character.isBmpCodePoint(character) && isDrawing((char) character));
  }

  /** Returns whether a sentence that is too long should preferably be split after this mark. */
  static boolean isClauseMark(char unit) {
    return switch (unit) {
      case ',', ';', ':', '—', '–', '，', '、', '；', '：', '،', '؛' -> true;
      default -> isTerminator(unit);
    };
  }

  /** Returns whether a clause mark is full-width. No space follows full-width marks. */
  static boolean isWide(char unit) {
    return (unit >= '\u3000' && unit <= '\u303F') || (unit >= '\uFF00' && unit <= '\uFFEF');
  }

  /**
   * Returns whether a split before {@code at} keeps surrogate pairs and combined characters whole.
   */
  static boolean isBoundary(String text, int at) {
    if (at <= 0 || at >= text.length()) {
      return true;
    }
    int next = text.codePointAt(at);
    return !splitsPair(text, at)
        && !isExtending(next)
        && Character.codePointBefore(text, at) != ZERO_WIDTH_JOINER;
  }

  static boolean splitsPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isHighSurrogate(text.charAt(at - 1))
        && Character.isLowSurrogate(text.charAt(at));
  }

  private static boolean isExtending(int character) {
    boolean skinTone = character >= 0x1F3FB && character <= 0x1F3FF;
    return skinTone || character == ZERO_WIDTH_JOINER || CharacterClass.isMark(character);
  }
}
