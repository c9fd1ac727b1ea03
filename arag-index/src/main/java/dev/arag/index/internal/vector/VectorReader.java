package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.ProblemCollector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

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
        && VectorLayout.bytesOf(rows, dimension) + remarks * Diagnostic.BYTES == trailer;
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
  public List<Diagnostic> remarks(int documents) {
    long start = layout.remarksAt();
    byte[] table = file.read(start, (long) remarks * Diagnostic.BYTES);
    List<Diagnostic> all = new ArrayList<>(remarks);
    int last = -1;
    for (int at = 0; at < table.length; at += Diagnostic.BYTES) {
      Diagnostic remark = remark(table, at, start);
      if (remark.document() <= last || remark.document() >= documents) {
        throw file.corrupt(start + at, "a remark on document " + remark.document());
      }
      last = remark.document();
      all.add(remark);
    }
    return all;
  }

  private Diagnostic remark(byte[] table, int at, long start) {
    try {
      return new Diagnostic(
          LittleEndian.getInt(table, at),
          Float.intBitsToFloat(LittleEndian.getInt(table, at + 4)),
          LittleEndian.getInt(table, at + 8),
          Diagnostic.unpackLanguage(LittleEndian.getInt(table, at + 12)));
    } catch (IllegalArgumentException e) {
      throw file.corrupt(start + at, String.valueOf(e.getMessage()));
    }
  }

  /** Reads everything, and reports what does not fit together though its checksums are right. */
  public void audit(int documents, ProblemCollector problems) {
    for (long tile = 0; tile < rows(); tile += VectorLayout.TILE_ROWS) {
      long first = tile;
      problems.check(layout.tileAt(first), () -> auditTile(first, problems));
    }
    problems.check(layout.remarksAt(), () -> remarks(documents));
  }

  /** A wrong code would hide its rows without a word. */
  private void auditTile(long tile, ProblemCollector problems) {
    int count = tileRows(tile);
    float[] values = new float[count * dimension()];
    AtomicInteger whole = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      int at = i;
      problems.check(
          layout.floatsAt(tile + i),
          () -> {
            float[] row = read(tile + at).toArray();
            System.arraycopy(row, 0, values, at * dimension(), dimension());
            whole.getAndIncrement();
          });
    }
    if (whole.get() == count) {
      auditCode(tile, values);
    }
  }

  private void auditCode(long tile, float[] values) {
    int count = tileRows(tile);
    TileCode code = new TileCode(dimension());
    code.encode(values, count);
    ByteBuffer stored = ByteBuffer.allocate(count * dimension());
    readTile(tile, stored, 0);
    float[] facts = new float[TileCode.facts(count)];
    readFacts(tile, facts);
    if (!Arrays.equals(stored.array(), code.bytes()) || !Arrays.equals(facts, code.facts())) {
      throw file.corrupt(
          layout.tileAt(tile), "the code of the rows from " + tile + " on is not that of the rows");
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

  /** Reads the facts of a tile, see {@link TileCode#facts}. */
  void readFacts(long tile, float[] target) {
    requireRows(tile, 1);
    file.readFloats(layout.factsAt(tile), target, 0, TileCode.facts(tileRows(tile)));
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
