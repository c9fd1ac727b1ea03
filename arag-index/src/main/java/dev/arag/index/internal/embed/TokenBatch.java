package dev.arag.index.internal.embed;

import java.util.Arrays;
import java.util.List;

/** The texts of one run as a matrix of tokens with one row per text. Shorter texts are padded. */
public final class TokenBatch {
  private final List<long[]> texts;
  private final Padding padding;
  private final int columns;

  /**
   * @param columns the number of columns; at least the length of the longest text
   */
  TokenBatch(List<long[]> texts, Padding padding, int columns) {
    this.texts = texts;
    this.padding = padding;
    this.columns = columns;
  }

  static int longest(List<long[]> texts) {
    return texts.stream().mapToInt(text -> text.length).max().orElse(0);
  }

  int rows() {
    return texts.size();
  }

  int columns() {
    return columns;
  }

  int start(int row) {
    return padding.start(texts.get(row).length, columns);
  }

  /** Returns the column after the last token of a text. */
  int end(int row) {
    return start(row) + texts.get(row).length;
  }

  long[] ids(long pad) {
    long[] ids = new long[rows() * columns];
    Arrays.fill(ids, pad);
    for (int row = 0; row < rows(); row++) {
      long[] text = texts.get(row);
      System.arraycopy(text, 0, ids, row * columns + start(row), text.length);
    }
    return ids;
  }

  /** Returns 1 for each token of a text and 0 for padding. */
  long[] mask() {
    long[] mask = new long[rows() * columns];
    for (int row = 0; row < rows(); row++) {
      Arrays.fill(mask, row * columns + start(row), row * columns + end(row), 1);
    }
    return mask;
  }

  /** Returns the position of each token in its text, starting at 0. Padding has the position 0. */
  long[] positions() {
    long[] positions = new long[rows() * columns];
    for (int row = 0; row < rows(); row++) {
      for (int column = start(row); column < end(row); column++) {
        positions[row * columns + column] = (long) column - start(row);
      }
    }
    return positions;
  }
}
