package dev.arag.core.internal.fold;

/**
 * Folds one text in one pass. Nearly all text is in NFC and is folded character by character. If
 * normalization may reorder a character or compose it with preceding characters, the folder
 * discards the output since the last normalization boundary. It then normalizes and folds the
 * sequence up to the next boundary. Each character is read at most three times.
 */
final class TextFolder {
  private static final int IGNORED = FoldTables.INVISIBLE | FoldTables.JOINER;

  /** The properties of characters that cannot be folded on their own. */
  private static final int SPECIAL =
      IGNORED
          | FoldTables.WHITE_SPACE
          | FoldTables.JOINS
          | FoldTables.DECOMPOSES
          | FoldTables.INNER
          | FoldTables.CLASS_MASK;

  private final FoldTables tables = FoldTables.INSTANCE;
  private final CombiningSequence sequence = new CombiningSequence(tables);
  private final String source;
  private final FoldOutput out;
  private int at;

  // The last normalization boundary, in the source and in the output.
  private int safeSource;
  private int safeLength;
  private int safeEdits;
  private int lastClass;

  TextFolder(String source) {
    this.source = source;
    this.out = new FoldOutput(source.length());
  }

  /**
   * @param start the offset at which folding starts. Folding must not change the text before this
   *     offset, and this text must not end inside a run of white space.
   */
  FoldedText fold(int start) {
    out.copyStart(source, start);
    at = start;
    markSafe();
    while (at < source.length()) {
      step();
    }
    return out.finish(source, source.length(), null);
  }

  private void step() {
    char unit = source.charAt(at);
    if (isAsciiGraphic(unit)) {
      copyAscii();
      return;
    }
    int codePoint = source.codePointAt(at);
    int word = tables.word(codePoint);
    if ((word & SPECIAL) == 0) {
      markSafe();
      copy(codePoint, word);
    } else {
      stepSpecial(codePoint, word);
    }
  }

  private void copyAscii() {
    at = out.appendAsciiWords(source, at);
    markSafe();
    // A following mark may compose with the last letter, so the boundary is before this letter.
    safeSource--;
    safeLength--;
  }

  private static boolean isAsciiGraphic(char unit) {
    return unit > ' ' && unit < 0x7F;
  }

  private void stepSpecial(int codePoint, int word) {
    if ((word & FoldTables.WHITE_SPACE) != 0) {
      foldWhiteSpace();
    } else if ((word & IGNORED) != 0) {
      drop(Character.charCount(codePoint));
    } else if (keepsItsPlace(codePoint, word)) {
      lastClass = FoldTables.combiningClassOf(word);
      copy(codePoint, word);
    } else {
      if ((word & FoldTables.INNER) == 0) {
        markSafe();
      }
      foldSegment();
    }
  }

  private void markSafe() {
    safeSource = at;
    safeLength = out.length();
    safeEdits = out.editCount();
    lastClass = 0;
  }

  private void copy(int codePoint, int word) {
    out.appendCodePoint(tables.fold(codePoint, word));
    at += Character.charCount(codePoint);
  }

  /**
   * Whether NFC leaves a character unchanged in this context, although NFC may change the same
   * character in other contexts.
   */
  private boolean keepsItsPlace(int codePoint, int word) {
    if ((word & FoldTables.DECOMPOSES) != 0) {
      return false;
    }
    if ((word & FoldTables.JOINS) != 0) {
      return followsItsBase(codePoint, word);
    }
    int combiningClass = FoldTables.combiningClassOf(word);
    return combiningClass != 0 && combiningClass >= lastClass;
  }

  /**
   * Whether a character that may compose follows directly after a base character with which it does
   * not compose.
   */
  private boolean followsItsBase(int codePoint, int word) {
    if (lastClass != 0 || safeSource == at || tables.fold(codePoint, word) != codePoint) {
      return false;
    }
    int base = source.codePointAt(safeSource);
    return safeSource + Character.charCount(base) == at
        && (FoldTables.combiningClassOf(word) == 0 || tables.decomposition(base) == null)
        && tables.decomposition(codePoint) == null
        && tables.compose(base, codePoint) < 0
        && tables.compose(tables.fold(base, tables.word(base)), codePoint) < 0;
  }

  private void drop(int count) {
    out.edit(out.length(), at, at + count);
    at += count;
    if (safeLength == out.length()) {
      safeSource = at;
      safeEdits = out.editCount();
    }
  }

  private void foldWhiteSpace() {
    int from = at;
    int end = at;
    while (at < source.length()) {
      int codePoint = source.codePointAt(at);
      int word = tables.word(codePoint);
      if ((word & (FoldTables.WHITE_SPACE | IGNORED)) == 0) {
        break;
      }
      at += Character.charCount(codePoint);
      end = (word & FoldTables.WHITE_SPACE) == 0 ? end : at;
    }
    at = end;
    out.append(' ');
    if (end - from > 1) {
      out.edit(out.length() - 1, from, end);
    }
    markSafe();
  }

  private void foldSegment() {
    out.backTo(safeLength, safeEdits);
    int end = collectSegment();
    boolean moved = sequence.normalize();
    if (sequence.fold() && sequence.length() > 1) {
      moved |= sequence.normalize();
    }
    int foldedStart = out.length();
    for (int i = 0; i < sequence.length(); i++) {
      out.appendCodePoint(sequence.codePoint(i));
    }
    int sourceLength = end - safeSource;
    boolean single = sourceLength == 1 && out.length() - foldedStart == 1;
    boolean aligned = !moved && sourceLength == out.length() - foldedStart;
    if (!single && !aligned) {
      out.edit(foldedStart, safeSource, end);
    }
    at = end;
    markSafe();
  }

  /**
   * Reads the sequence from the last normalization boundary to the next one and returns the end of
   * the sequence in the source.
   */
  private int collectSegment() {
    sequence.clear();
    int end = safeSource;
    int next = safeSource;
    while (next < source.length()) {
      int codePoint = source.codePointAt(next);
      int word = tables.word(codePoint);
      next += Character.charCount(codePoint);
      if ((word & IGNORED) != 0) {
        continue;
      }
      if (sequence.length() > 0 && (word & FoldTables.INNER) == 0) {
        break;
      }
      sequence.append(codePoint);
      end = next;
    }
    return end;
  }
}
