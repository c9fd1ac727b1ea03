package dev.arag.index.internal.chunks;

import dev.arag.core.internal.corpus.ChunkJoiner;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.TableHeader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The tables of a document. Thread-safe. */
final class StoredTables extends StoredBlock<StoredTables.Range> {
  StoredTables(BlockReader file, long start, long length) {
    super(file, start, length, "table", 3);
  }

  /** A table whose rows end at {@code end}. */
  record Range(TableHeader header, int end) {}

  /** Writes the block; writes nothing if the chunks contain no table. */
  static void write(List<Chunk> chunks, RecordWriter out) {
    Map<TableHeader, Integer> ends = ChunkJoiner.tableEnds(chunks);
    RecordWriter entries = new RecordWriter();
    RecordWriter texts = new RecordWriter();
    ends.forEach(
        (header, end) -> {
          texts.putBytes(header.text().getBytes(StandardCharsets.UTF_8));
          entries.putInt(header.offset());
          entries.putInt(Math.max(end, header.end()));
          entries.putInt(texts.size());
        });
    write(ChunksLayout.TABLES, ends.size(), entries, texts, out);
  }

  @Override
  int start(int table) {
    return field(table, 0);
  }

  @Override
  Range read(int table) {
    int offset = start(table);
    RecordReader text = data(table);
    if (offset < Math.max(0, end(table - 1))) {
      throw corrupt(table, "its offsets are invalid");
    }
    byte[] utf8 = text.readBytes(text.length());
    TableHeader header = new TableHeader(offset, new String(utf8, StandardCharsets.UTF_8));
    if (header.end() > end(table) || offset == end(table)) {
      throw corrupt(table, "it ends before its header");
    }
    return new Range(header, end(table));
  }
}
