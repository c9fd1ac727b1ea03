package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.Problems;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a vectors file. Safe for use by several threads. */
public final class VectorReader {
  private final BlockReader file;
  private final VectorLayout layout;
  private final int remarks;

  private VectorReader(BlockReader file, VectorLayout layout, int remarks) {
    this.file = file;
    this.layout = layout;
    this.remarks = remarks;
  }

  /** See {@link BlockReader#requireWhole}. */
  public void requireWhole() {
    file.requireWhole();
  }

  public static VectorReader of(BlockReader file) {
    long trailer = file.length() - VectorLayout.TRAILER_BYTES;
    long rows = file.readLong(trailer);
    long dimension = file.readLong(trailer + Long.BYTES);
    long remarks = file.readLong(trailer + 2 * Long.BYTES);
    if (!isPossible(trailer, rows, dimension, remarks)) {
      throw file.corrupt(
          trailer,
          "it claims " + rows + " rows of " + dimension + " floats and " + remarks + " remarks");
    }
    return new VectorReader(file, new VectorLayout(rows, (int) dimension), (int) remarks);
  }

  private static boolean isPossible(long trailer, long rows, long dimension, long remarks) {
    return dimension > 0
        && dimension <= Integer.MAX_VALUE / Float.BYTES
        && rows >= 0
        && rows <= trailer / VectorLayout.bytesOfRow(dimension)
        && remarks >= 0
        && remarks < Integer.MAX_VALUE
        && rows * VectorLayout.bytesOfRow(dimension) + remarks * Remark.BYTES == trailer;
  }

  public long rows() {
    return layout.rows();
  }

  /** Floats in each row. */
  public int dimension() {
    return layout.dimension();
  }

  /**
   * What the encoder made of documents, where a user should know of it; ascending.
   *
   * @param documents how many the segment has
   */
  public List<Remark> remarks(int documents) {
    long start = layout.remarksAt();
    byte[] table = file.read(start, (long) remarks * Remark.BYTES);
    List<Remark> all = new ArrayList<>(remarks);
    int last = -1;
    for (int at = 0; at < table.length; at += Remark.BYTES) {
      Remark remark = remark(table, at, start);
      if (remark.document() <= last || remark.document() >= documents) {
        throw file.corrupt(start + at, "a remark on document " + remark.document());
      }
      last = remark.document();
      all.add(remark);
    }
    return all;
  }

  private Remark remark(byte[] table, int at, long start) {
    try {
      return new Remark(
          LittleEndian.getInt(table, at),
          Float.intBitsToFloat(LittleEndian.getInt(table, at + 4)),
          LittleEndian.getInt(table, at + 8),
          Remark.unpackLanguage(LittleEndian.getInt(table, at + 12)));
    } catch (IllegalArgumentException e) {
      throw file.corrupt(start + at, String.valueOf(e.getMessage()));
    }
  }

  /** Reads everything, and reports what does not fit together though its checksums are right. */
  public void audit(int documents, Problems problems) {
    for (long tile = 0; tile < rows(); tile += VectorLayout.TILE_ROWS) {
      long first = tile;
      problems.check(layout.tileAt(first), () -> auditTile(first, problems));
    }
    problems.check(layout.remarksAt(), () -> remarks(documents));
  }

  private void auditTile(long tile, Problems problems) {
    ByteBuffer codes = ByteBuffer.allocate(tileRows(tile) * dimension());
    readTile(tile, codes, 0);
    for (int i = 0; i < tileRows(tile); i++) {
      int place = i;
      problems.check(layout.floatsAt(tile + i), () -> auditRow(tile, place, codes.array()));
    }
  }

  /** A wrong code would hide its row without a word. */
  private void auditRow(long tile, int place, byte[] tileCodes) {
    long row = tile + place;
    float[] values = read(row).toArray();
    byte[] codes = new byte[dimension()];
    float[] facts = new float[RowCode.FACTS];
    RowCode.encode(values, 0, dimension(), codes, 0, facts, 0);
    float[] storedFacts = new float[RowCode.FACTS];
    readFacts(row, 1, storedFacts, 0);
    boolean isSame = Arrays.equals(facts, storedFacts);
    for (int i = 0; i < codes.length; i++) {
      isSame &= codes[i] == tileCodes[i * tileRows(tile) + place];
    }
    if (!isSame) {
      throw file.corrupt(layout.tileAt(tile), "the code of row " + row + " is not that of the row");
    }
  }

  /** Reads one vector back, bit by bit as it was stored. */
  public Embedding read(long row) {
    float[] values = new float[dimension()];
    read(row, values, 1);
    try {
      return requireSame(row, values, Embedding.of(values));
    } catch (IllegalArgumentException e) {
      throw notUnit(row);
    }
  }

  /** A row of another length would come back scaled. */
  private Embedding requireSame(long row, float[] values, Embedding embedding) {
    if (!Arrays.equals(embedding.toArray(), values)) {
      throw notUnit(row);
    }
    return embedding;
  }

  CorruptIndexException notUnit(long row) {
    return file.corrupt(layout.floatsAt(row), "row " + row + " has no length of 1");
  }

  /** How many rows can be read at once from this one on. */
  int neighbours(long row) {
    requireRows(row, 1);
    return layout.neighbours(row);
  }

  void read(long firstRow, float[] target, int count) {
    requireRows(firstRow, count);
    file.readFloats(layout.floatsAt(firstRow), target, 0, count * dimension());
  }

  /** A range that other files tell of may be damaged. */
  void require(RowRange range) {
    if (range.first() < 0 || range.end() > rows()) {
      throw noRowsFrom(range.first());
    }
  }

  /** How many rows are in a tile. */
  int tileRows(long tile) {
    return layout.tileRows(tile);
  }

  /**
   * Reads the codes of a tile.
   *
   * @param tile its first row
   */
  void readTile(long tile, ByteBuffer target, int start) {
    requireRows(tile, 1);
    file.read(layout.tileAt(tile), target, start, tileRows(tile) * dimension());
  }

  void readFacts(long firstRow, int count, float[] target, int start) {
    requireRows(firstRow, count);
    file.readFloats(layout.factsAt(firstRow), target, start, count * RowCode.FACTS);
  }

  private void requireRows(long firstRow, int count) {
    if (firstRow < 0 || firstRow > rows() - count) {
      throw noRowsFrom(firstRow);
    }
  }

  private CorruptIndexException noRowsFrom(long firstRow) {
    return file.corrupt(layout.remarksAt(), "there are no rows from " + firstRow + " on");
  }
}
