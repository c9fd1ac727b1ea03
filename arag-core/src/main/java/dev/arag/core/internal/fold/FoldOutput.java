package dev.arag.core.internal.fold;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the folded text and the edits from which its {@link OffsetMap} is built. */
final class FoldOutput {
  /** For each ASCII character, its folded form; 0 for controls that are not white space. */
  private static final byte[] ASCII = new byte[0x80];

  static {
    Arrays.fill(ASCII, '\t', '\r' + 1, (byte) ' ');
    for (char unit = ' '; unit < 0x7F; unit++) {
      ASCII[unit] = (byte) (unit >= 'A' && unit <= 'Z' ? unit | 0x20 : unit);
    }
  }

  private char[] chars;
  private int length;
  private int[] edits = new int[0];
  private int editCount;

  FoldOutput(int capacity) {
    chars = new char[capacity];
  }

  int length() {
    return length;
  }

  int editCount() {
    return editCount;
  }

  boolean endsWithSpace() {
    return length > 0 && chars[length - 1] == ' ';
  }

  void append(char unit) {
    reserve(1);
    chars[length++] = unit;
  }

  /**
   * Appends ASCII words that are separated by single white-space characters.
   *
   * @param from the start of the first word in the source
   * @return the end of the last word in the source
   */
  int appendAsciiWords(String source, int from) {
    reserve(source.length() - from);
    int to = length;
    int at = from;
    int last = 0;
    while (at < source.length()) {
      char unit = source.charAt(at);
      int folded = unit < ASCII.length ? ASCII[unit] : 0;
      if (folded == 0 || (folded | last) == ' ') {
        break;
      }
      chars[to++] = (char) folded;
      last = folded;
      at++;
    }
    int space = last == ' ' ? 1 : 0;
    length = to - space;
    return at - space;
  }

  private void reserve(int count) {
    if (chars.length - length < count) {
      chars = Arrays.copyOf(chars, Math.max(length + count, chars.length * 2));
    }
  }

  void appendCodePoint(int codePoint) {
    if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      append((char) codePoint);
      return;
    }
    append(Character.highSurrogate(codePoint));
    append(Character.lowSurrogate(codePoint));
  }

  /** Copies the start of a text to the output, which must be empty and have sufficient capacity. */
  void copyStart(String source, int end) {
    source.getChars(0, end, chars, 0);
    length = end;
  }

  /** Records that the output from {@code foldedStart} to its end replaces a range of the source. */
  void edit(int foldedStart, int sourceStart, int sourceEnd) {
    if (continuesDrop(foldedStart, sourceStart)) {
      edits[editCount * OffsetMap.EDIT - 1] = sourceEnd;
      return;
    }
    int at = editCount * OffsetMap.EDIT;
    if (at == edits.length) {
      edits = Arrays.copyOf(edits, Math.max(8 * OffsetMap.EDIT, at * 2));
    }
    edits[at] = foldedStart;
    edits[at + 1] = length;
    edits[at + 2] = sourceStart;
    edits[at + 3] = sourceEnd;
    editCount++;
  }

  private boolean continuesDrop(int foldedStart, int sourceStart) {
    int last = (editCount - 1) * OffsetMap.EDIT;
    return last >= 0
        && foldedStart == length
        && edits[last] == foldedStart
        && edits[last + 3] == sourceStart;
  }

  /** Truncates the folded text to a length, and the edits to a number of edits. */
  void backTo(int foldedLength, int edit) {
    length = foldedLength;
    editCount = edit;
  }

  FoldedText finish(String source, int originalLength, @Nullable OffsetMap sourceMap) {
    String text = new String(chars, 0, length);
    int[] kept = Arrays.copyOf(edits, editCount * OffsetMap.EDIT);
    return new FoldedText(
        text.equals(source) ? source : text, originalLength, new OffsetMap(kept, sourceMap));
  }
}
