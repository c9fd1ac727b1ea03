package dev.arag.index.internal.chunks;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes the block of a document that contains its tables, whose format is described in
 * {@link ChunksLayout}. The entries have a fixed length, so that the tables of a chunk are found
 * without reading the others. Thread-safe.
 */
final class StoredTables {
  private static final int ENTRY_BYTES = 12;

  private final BlockReader file;
  private final long start;
  private final long length;
  private final int count;

  /**
   * @param start the offset of the contents of the block
   * @param length their length in bytes; 0 if there is no block
   */
  StoredTables(BlockReader file, long start, long length) {
    this.file = file;
    this.start = start;
    this.length = length;
    count = length == 0 ? 0 : readCount();
  }

  private int readCount() {
    int tables = length < Integer.BYTES ? 0 : file.readInt(start);
    if (tables < 1 || length < textsAt(tables) - start) {
      throw file.corrupt(start, "a block of tables is too short for its contents");
    }
    return tables;
  }

  private long textsAt(int tables) {
    return start + Integer.BYTES + (long) ENTRY_BYTES * tables;
  }

  /** A table whose rows end at {@code end}. */
  record Range(TableHeader header, int end) {}

  /** Writes the block; writes nothing if the chunks contain no table. */
  static void write(List<Chunk> chunks, RecordWriter out) {
    Map<TableHeader, Integer> ends = new LinkedHashMap<>();
    for (Chunk chunk : chunks) {
      for (Sentence sentence : chunk.sentences()) {
        if (sentence.table() != null) {
          ends.put(sentence.table(), Math.max(sentence.end(), sentence.table().end()));
        }
      }
    }
    if (ends.isEmpty()) {
      return;
    }
    RecordWriter block = new RecordWriter();
    RecordWriter texts = new RecordWriter();
    block.putInt(ends.size());
    ends.forEach(
        (header, end) -> {
          texts.putBytes(header.text().getBytes(StandardCharsets.UTF_8));
          block.putInt(header.offset());
          block.putInt(end);
          block.putInt(texts.size());
        });
    block.putBytes(texts.toBytes());
    out.putNumber(ChunksLayout.TABLES);
    out.putNumber(block.size());
    out.putBytes(block.toBytes());
  }

  /** Returns the tables that have text between two offsets of the document. */
  List<Range> between(int from, int to) {
    List<Range> ranges = new ArrayList<>();
    int first = file.firstAbove(from, textsAt(0) + Integer.BYTES, ENTRY_BYTES, count);
    for (int i = first; i < count && offset(i) < to; i++) {
      ranges.add(range(i));
    }
    return ranges;
  }

  private int offset(int table) {
    return file.readInt(textsAt(table));
  }

  private int end(int table) {
    return file.readInt(textsAt(table) + Integer.BYTES);
  }

  private int textEnd(int table) {
    return file.readInt(textsAt(table) + 2 * Integer.BYTES);
  }

  private Range range(int table) {
    int offset = offset(table);
    int textStart = table == 0 ? 0 : textEnd(table - 1);
    int textEnd = textEnd(table);
    long texts = textsAt(count);
    boolean isValid =
        offset >= (table == 0 ? 0 : Math.max(0, end(table - 1)))
            && 0 <= textStart
            && textStart <= textEnd
            && textEnd <= start + length - texts;
    if (!isValid) {
      throw corrupt(table, "its offsets are invalid");
    }
    byte[] utf8 = file.read(texts + textStart, textEnd - textStart);
    TableHeader header = new TableHeader(offset, new String(utf8, StandardCharsets.UTF_8));
    if (header.end() > end(table) || offset == end(table)) {
      throw corrupt(table, "it ends before its header");
    }
    return new Range(header, end(table));
  }

  /**
   * Checks all entries.
   *
   * @param textEnd the length of the text of the document
   */
  void audit(long textEnd) {
    for (int i = 0; i < count; i++) {
      range(i);
    }
    if (count > 0
        && (end(count - 1) > textEnd || textsAt(count) + textEnd(count - 1) != start + length)) {
      throw corrupt(count - 1, "it is longer than its document, or the block than its texts");
    }
  }

  private CorruptIndexException corrupt(int table, String problem) {
    return file.corrupt(textsAt(table), "table " + table + " of a document: " + problem);
  }
}
