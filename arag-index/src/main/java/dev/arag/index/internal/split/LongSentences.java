package dev.arag.index.internal.split;

import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Splits sentences that are too long to embed. A sentence is split after the last clause mark in
 * the second half of the allowed length. If there is no clause mark, it is split at white space. If
 * there is no white space either, it is split between characters. A row of a table is split between
 * its cells.
 */
public final class LongSentences {
  /** The maximum length of a sentence, in tokens. */
  public static final int MAX_TOKENS = 256;

  /**
   * The maximum length of a sentence, in UTF-16 units. Prose of this length has far more than
   * {@link #MAX_TOKENS} tokens.
   */
  public static final int MAX_LENGTH = 4_096;

  /** The maximum length of a piece whose tokens are counted at once, in UTF-16 units. */
  private static final int MAX_PIECE = 64;

  /**
   * The maximum distance to search for a boundary that keeps combining marks on their character.
   */
  private static final int MAX_CLUSTER = 32;

  private final String text;
  private final TokenCounter counter;

  LongSentences(String text, TokenCounter counter) {
    this.text = text;
    this.counter = counter;
  }

  /**
   * Returns the sentence, or its parts in order. Between the parts there is at most white space.
   */
  List<TextSpan> cut(TextSpan sentence) {
    return cut(sentence, start -> cutFrom(start, sentence.end()));
  }

  /** Returns a row of a table, or its parts. A part ends after a bar between cells, if it can. */
  List<TextSpan> cutRow(TextSpan row) {
    return cut(row, start -> cutRowFrom(start, row.end()));
  }

  private List<TextSpan> cut(TextSpan sentence, IntUnaryOperator endOfPart) {
    if (fits(sentence)) {
      return List.of(sentence);
    }
    List<TextSpan> parts = new ArrayList<>();
    for (int start = sentence.start(); start < sentence.end(); ) {
      int end = endOfPart.applyAsInt(start);
      TextSpan part = Characters.trim(text, start, end);
      if (part.length() > 0) {
        parts.add(part);
      }
      start = end;
    }
    return parts;
  }

  private boolean fits(TextSpan sentence) {
    return sentence.length() <= MAX_TOKENS / 3
        || utf8Length(sentence) <= MAX_TOKENS
        || (sentence.length() <= MAX_LENGTH
            && counter.count(text.substring(sentence.start(), sentence.end())) <= MAX_TOKENS);
  }

  /**
   * Returns an upper bound of the length in UTF-8. This is also an upper bound of the number of
   * tokens, because a token has at least one byte.
   */
  private int utf8Length(TextSpan sentence) {
    int length = 0;
    for (int i = sentence.start(); i < sentence.end() && length <= MAX_TOKENS; i++) {
      char unit = text.charAt(i);
      length += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    return length;
  }

  private int cutRowFrom(int start, int end) {
    int longest = cutFrom(start, end);
    for (int i = longest; longest < end && i - 2 > start; i--) {
      if (text.startsWith(" | ", i - 2)) {
        return i;
      }
    }
    return longest;
  }

  /**
   * Returns the best end for a part that begins at {@code start} and does not exceed the limits.
   */
  private int cutFrom(int start, int end) {
    int clause = start;
    int space = start;
    int limit = Math.min(end, start + MAX_LENGTH);
    int tokens = 0;
    int at = start;
    while (at < limit) {
      int next = nextPiece(at, limit, end);
      tokens += counter.count(text.substring(at, next));
      if (tokens > MAX_TOKENS && at > start) {
        return best(start, clause, space, at);
      }
      clause = isClauseEnd(next, end) ? next : clause;
      space = next < end && Characters.isSpace(text.charAt(next)) ? next : space;
      at = next;
    }
    return at == end ? end : best(start, clause, space, at);
  }

  private static int best(int start, int clause, int space, int last) {
    int half = start + (last - start) / 2;
    if (clause > half) {
      return clause;
    }
    return space > half ? space : last;
  }

  /**
   * Returns the end of the next piece. A piece is a word with the white space before it, or a part
   * of a long word. A piece ends after a clause mark.
   */
  private int nextPiece(int from, int limit, int end) {
    int at = from;
    int longest = Math.min(limit, from + MAX_PIECE);
    while (at < longest && Characters.isSpace(text.charAt(at))) {
      at++;
    }
    while (at < longest && !Characters.isSpace(text.charAt(at))) {
      at++;
      if (isClauseEnd(at, limit)) {
        return at;
      }
    }
    return at == end ? end : safe(from, at);
  }

  private boolean isClauseEnd(int at, int end) {
    if (at >= end || !Characters.isClauseMark(text.charAt(at - 1))) {
      return false;
    }
    return Characters.isWide(text.charAt(at - 1)) || Characters.isSpace(text.charAt(at));
  }

  private int safe(int from, int at) {
    int lowest = Math.max(from + 1, at - MAX_CLUSTER);
    for (int i = at; i >= lowest; i--) {
      if (Characters.isBoundary(text, i)) {
        return i;
      }
    }
    // There are only combining marks here. Split between them, but not inside a surrogate pair.
    return Characters.splitsPair(text, at) ? at + 1 : at;
  }
}
