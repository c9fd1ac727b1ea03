package dev.arag.index.internal.chunks;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.PageLayout;
import dev.arag.core.text.Region;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads and writes the block of a document that contains the layouts of its pages, whose format is
 * described in {@link ChunksLayout}. One layout is read at a time. Thread-safe.
 */
final class StoredLayouts {
  private static final int ENTRY_BYTES = 8;
  private static final long MAX_UNSIGNED_INT = 0xffff_ffffL;

  private final BlockReader file;
  private final long start;
  private final int count;
  private final long dataLength;

  /**
   * @param start the offset of the contents of the block
   * @param length their length in bytes; 0 if there is no block
   */
  StoredLayouts(BlockReader file, long start, long length) {
    this.file = file;
    this.start = start;
    count = length == 0 ? 0 : length < Integer.BYTES ? -1 : file.readInt(start);
    dataLength = start + length - dataStart();
    if (length > 0 && (count < 1 || dataLength < 0)) {
      throw file.corrupt(start, "a block of layouts is too short for its contents");
    }
  }

  /** Writes the block; writes nothing if there are no layouts. */
  static void write(List<PageLayout> layouts, RecordWriter out) {
    if (layouts.isEmpty()) {
      return;
    }
    RecordWriter block = new RecordWriter();
    RecordWriter data = new RecordWriter();
    block.putInt(layouts.size());
    for (PageLayout layout : layouts) {
      for (int value : layout.values()) {
        data.putNumber(((value << 1) ^ (value >> 31)) & MAX_UNSIGNED_INT);
      }
      block.putInt(layout.end());
      block.putInt(data.size());
    }
    out.putNumber(ChunksLayout.LAYOUTS);
    out.putNumber(Math.addExact(block.size(), data.size()));
    out.putBytes(block.toBytes());
    out.putBytes(data.toBytes());
  }

  /** Returns the rectangles around a range of the text of the document. */
  List<Region> regions(int from, int to) {
    List<Region> regions = new ArrayList<>();
    int first = file.firstAbove(from, entry(0), ENTRY_BYTES, count);
    for (int i = first; i < count && textEnd(i - 1) < to; i++) {
      regions.addAll(read(i).regions(from, to));
    }
    return regions;
  }

  private long entry(int layout) {
    return start + Integer.BYTES + (long) ENTRY_BYTES * layout;
  }

  private long dataStart() {
    return entry(count);
  }

  private int textEnd(int layout) {
    return layout < 0 ? 0 : file.readInt(entry(layout));
  }

  private int dataEnd(int layout) {
    return layout < 0 ? 0 : file.readInt(entry(layout) + Integer.BYTES);
  }

  private PageLayout read(int number) {
    int first = dataEnd(number - 1);
    int end = dataEnd(number);
    if (first < 0 || end < first || end > dataLength) {
      throw corrupt(number, "its length is invalid");
    }
    RecordReader data = RecordReader.of(file, dataStart() + first, end - first);
    int[] values = new int[data.length()];
    int size = 0;
    while (!data.isAtEnd()) {
      long value = data.readNumber();
      if (value > MAX_UNSIGNED_INT) {
        throw data.corrupt("a number is too large");
      }
      values[size++] = (int) (value >>> 1) ^ -(int) (value & 1);
    }
    return requireOrder(number, layout(number, Arrays.copyOf(values, size)));
  }

  private PageLayout layout(int number, int[] values) {
    try {
      return PageLayout.of(values);
    } catch (IllegalArgumentException e) {
      throw corrupt(number, String.valueOf(e.getMessage()));
    }
  }

  private PageLayout requireOrder(int number, PageLayout layout) {
    if (layout.offset() < textEnd(number - 1)
        || layout.end() <= layout.offset()
        || layout.end() != textEnd(number)) {
      throw corrupt(number, "its offsets are invalid");
    }
    return layout;
  }

  /**
   * Checks all layouts.
   *
   * @param textLength the length of the text of the document
   */
  void audit(long textLength) {
    for (int i = 0; i < count; i++) {
      read(i);
    }
    if (count > 0 && (textEnd(count - 1) > textLength || dataEnd(count - 1) != dataLength)) {
      throw corrupt(count - 1, "it is longer than its document, or the block than its layouts");
    }
  }

  private CorruptIndexException corrupt(int layout, String problem) {
    return file.corrupt(entry(layout), "layout " + layout + " of a document: " + problem);
  }
}
