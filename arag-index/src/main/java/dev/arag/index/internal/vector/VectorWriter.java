package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes a vectors file. For one thread.
 *
 * <pre>
 * rows     float32[dimension] for each sentence, in the order of the sentences
 * trailer  int64 number of rows | int64 dimension
 * </pre>
 */
public final class VectorWriter implements Closeable {
  static final int TRAILER_BYTES = 16;

  private final BlockWriter file;
  private final int dimension;
  private final byte[] row;
  private long rows;

  private VectorWriter(BlockWriter file, int dimension) {
    this.file = file;
    this.dimension = dimension;
    this.row = new byte[Math.multiplyExact(dimension, Float.BYTES)];
  }

  public static VectorWriter create(Store store, String name, int dimension) throws IOException {
    return new VectorWriter(BlockWriter.create(store, name, FileKind.VECTORS), dimension);
  }

  /** Adds the vector of the next sentence. */
  public void add(Embedding embedding) throws IOException {
    float[] values = embedding.toArray();
    if (values.length != dimension) {
      throw new IllegalArgumentException(
          "An embedding of " + values.length + " floats, expected " + dimension);
    }
    for (int i = 0; i < dimension; i++) {
      LittleEndian.putInt(row, i * Float.BYTES, Float.floatToRawIntBits(values[i]));
    }
    file.write(row, 0, row.length);
    rows++;
  }

  public FileSeal finish() throws IOException {
    file.writeLong(rows);
    file.writeLong(dimension);
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
