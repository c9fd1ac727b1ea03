package dev.arag.index.internal.chunks;

import dev.arag.core.text.PageLayout;
import dev.arag.core.text.Region;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.Arrays;
import java.util.List;

/** The layouts of the pages of a document. One layout is read at a time. Thread-safe. */
final class StoredLayouts extends StoredBlock<PageLayout> {
  private static final long MAX_UNSIGNED_INT = 0xffff_ffffL;

  StoredLayouts(BlockReader file, long start, long length) {
    super(file, start, length, "layout", 2);
  }

  /** Writes the block; writes nothing if there are no layouts. */
  static void write(List<PageLayout> layouts, RecordWriter out) {
    RecordWriter entries = new RecordWriter();
    RecordWriter data = new RecordWriter();
    for (PageLayout layout : layouts) {
      for (int value : layout.values()) {
        data.putNumber(((value << 1) ^ (value >> 31)) & MAX_UNSIGNED_INT);
      }
      entries.putInt(layout.end());
      entries.putInt(data.size());
    }
    write(ChunksLayout.LAYOUTS, layouts.size(), entries, data, out);
  }

  /** Returns the rectangles around a range of the text of the document. */
  List<Region> regions(int from, int to) {
    return between(from, to).stream().flatMap(each -> each.regions(from, to).stream()).toList();
  }

  @Override
  PageLayout read(int number) {
    RecordReader data = data(number);
    int[] values = new int[data.length()];
    int size = 0;
    while (!data.isAtEnd()) {
      long value = data.readNumber();
      if (value > MAX_UNSIGNED_INT) {
        throw data.corrupt("a number is too large");
      }
      values[size++] = (int) (value >>> 1) ^ -(int) (value & 1);
    }
    PageLayout layout = layout(number, Arrays.copyOf(values, size));
    if (layout.offset() < end(number - 1)
        || layout.end() <= layout.offset()
        || layout.end() != end(number)) {
      throw corrupt(number, "its offsets are invalid");
    }
    return layout;
  }

  private PageLayout layout(int number, int[] values) {
    try {
      return PageLayout.of(values);
    } catch (IllegalArgumentException e) {
      throw corrupt(number, String.valueOf(e.getMessage()));
    }
  }
}
