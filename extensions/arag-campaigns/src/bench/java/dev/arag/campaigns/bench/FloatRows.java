package dev.arag.campaigns.bench;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.function.Consumer;

/** Reads the raw floats of a matrix. */
final class FloatRows {
  private FloatRows() {}

  /** Passes each row to the consumer in a new array. */
  static void read(Matrix matrix, Consumer<float[]> rows) throws IOException {
    byte[] bytes = new byte[matrix.dimension() * Float.BYTES];
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(Files.newInputStream(matrix.floats()), 1 << 20))) {
      for (int i = 0; i < matrix.rows(); i++) {
        in.readFully(bytes);
        float[] row = new float[matrix.dimension()];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(row);
        rows.accept(row);
      }
    }
  }
}
