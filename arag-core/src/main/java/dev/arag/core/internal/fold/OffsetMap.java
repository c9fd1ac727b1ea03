package dev.arag.core.internal.fold;

import org.jspecify.annotations.Nullable;

/**
 * Maps offsets of a folded text to offsets of the source text. An edit is a range of the source
 * text that folding changed as a unit, so that its characters cannot be mapped one by one. Only
 * edits are stored. Between two edits, the difference of folded offset and source offset is
 * constant.
 */
final class OffsetMap {
  static final OffsetMap IDENTITY = new OffsetMap(new int[0], null);

  /** The number of ints per edit: folded start, folded end, source start and source end. */
  static final int EDIT = 4;

  private final int[] edits;
  private final @Nullable OffsetMap source;

  /**
   * @param edits the edits in text order; the caller must not change the array afterwards
   * @param source the map from the source text to the original text, or null if the source text is
   *     the original text
   */
  OffsetMap(int[] edits, @Nullable OffsetMap source) {
    this.edits = edits;
    this.source = source;
  }

  int start(int folded) {
    int edit = editAt(folded);
    int start = edit >= 0 && folded < edits[edit + 1] ? edits[edit + 2] : shift(folded, edit);
    return source == null ? start : source.start(start);
  }

  int end(int foldedEnd) {
    int edit = editAt(foldedEnd - 1);
    int end = edit >= 0 && foldedEnd <= edits[edit + 1] ? edits[edit + 3] : shift(foldedEnd, edit);
    return source == null ? end : source.end(end);
  }

  private int shift(int folded, int edit) {
    return edit < 0 ? folded : edits[edit + 3] + folded - edits[edit + 1];
  }

  /**
   * Returns the index in {@code edits} of the last edit that starts at or before a folded offset,
   * or -4 if there is no such edit.
   */
  private int editAt(int folded) {
    int low = 0;
    int high = edits.length / EDIT;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edits[middle * EDIT] <= folded) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (low - 1) * EDIT;
  }
}
