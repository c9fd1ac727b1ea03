package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a file of computed vectors, see {@link ComputedLayout}. */
public final class ComputedReader {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int ROW_BITS = 24;

  private final String name;
  private final Input input;
  private final ComputedLayout layout;
  private final boolean isDamaged;

  /** The first 40 bits of each key and the number of its record, sorted. */
  private final long[] rows;

  private ComputedReader(
      String name, Input input, ComputedLayout layout, long[] rows, boolean isDamaged) {
    this.name = name;
    this.input = input;
    this.layout = layout;
    this.rows = rows;
    this.isDamaged = isDamaged;
  }

  /**
   * Opens a file and verifies all of its records. An incomplete record at the end is ignored. If a
   * record is damaged, this record and all records after it are ignored.
   *
   * @return null if the file belongs to another embedder
   * @throws IOException if the file cannot be read or its header is damaged
   */
  public static @Nullable ComputedReader open(Store store, String name, ComputedLayout layout)
      throws IOException {
    Input input = store.open(name);
    try {
      input.map();
    } catch (IOException e) {
      input.close();
      throw e;
    }
    if (input.length() < ComputedLayout.HEADER_BYTES) {
      return new ComputedReader(name, input, layout, new long[0], false);
    }
    byte[] header = new byte[ComputedLayout.HEADER_BYTES];
    input.read(0, header, 0, header.length);
    if (!layout.isHeader(header)) {
      if (!ComputedLayout.isAnyHeader(header)) {
        throw new IOException("its header is damaged");
      }
      return null;
    }
    return scan(name, input, layout);
  }

  private static ComputedReader scan(String name, Input input, ComputedLayout layout)
      throws IOException {
    int size = layout.recordBytes();
    long complete = (input.length() - ComputedLayout.HEADER_BYTES) / size;
    long[] rows = new long[(int) Math.min(complete, 1 << ROW_BITS)];
    byte[] block = new byte[size * Math.max(1, Math.min(rows.length, BLOCK_BYTES / size))];
    int row = 0;
    while (row < rows.length) {
      int inBlock = Math.min(rows.length - row, block.length / size);
      input.read(offset(row, size), block, 0, inBlock * size);
      for (int i = 0; i < inBlock; i++, row++) {
        if (!layout.isRecord(block, i * size)) {
          return new ComputedReader(name, input, layout, sorted(rows, row), true);
        }
        rows[row] = prefix(block, i * size) | row;
      }
    }
    return new ComputedReader(name, input, layout, sorted(rows, row), false);
  }

  private static long[] sorted(long[] rows, int count) {
    long[] sorted = count == rows.length ? rows : Arrays.copyOf(rows, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static long offset(long row, int recordBytes) {
    return ComputedLayout.HEADER_BYTES + row * recordBytes;
  }

  private static long prefix(byte[] key, int start) {
    return LittleEndian.getLong(key, start) << ROW_BITS;
  }

  public String name() {
    return name;
  }

  public long length() {
    return input.length();
  }

  /** Returns whether a damaged record was found when the file was opened. */
  public boolean isDamaged() {
    return isDamaged;
  }

  /**
   * Returns the vector with a key; null if there is none.
   *
   * @throws IOException if the vector cannot be read or has been damaged since the file was opened
   */
  public @Nullable Embedding find(byte[] key) throws IOException {
    long first = prefix(key, 0);
    int at = Arrays.binarySearch(rows, first);
    for (int i = at < 0 ? -at - 1 : at; i < rows.length && isSame(rows[i], first); i++) {
      byte[] record = read((int) (rows[i] & ((1 << ROW_BITS) - 1)));
      if (Arrays.equals(record, 0, key.length, key, 0, key.length)) {
        return layout.vector(record);
      }
    }
    return null;
  }

  private static boolean isSame(long row, long prefix) {
    return row >> ROW_BITS == prefix >> ROW_BITS;
  }

  private byte[] read(int row) throws IOException {
    byte[] record = new byte[layout.recordBytes()];
    input.read(offset(row, record.length), record, 0, record.length);
    if (!layout.isRecord(record, 0)) {
      throw new IOException("the checksum of its record " + row + " does not match");
    }
    return record;
  }
}
