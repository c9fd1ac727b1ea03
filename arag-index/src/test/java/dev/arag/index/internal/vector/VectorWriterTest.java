package dev.arag.index.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorWriterTest {
  private static final int DIMENSION = 384;

  private final MemoryStore store = new MemoryStore();
  private final List<Embedding> rows = rows(2_500);

  private static List<Embedding> rows(int count) {
    Random random = new Random(3);
    return IntStream.range(0, count).mapToObj(i -> row(random)).toList();
  }

  private static Embedding row(Random random) {
    float[] values = new float[DIMENSION];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Embedding.of(values);
  }

  @FunctionalInterface
  private interface VectorContent {
    void fill(VectorWriter writer) throws IOException;
  }

  private VectorReader write(String name, VectorContent content) throws IOException {
    try (VectorWriter writer = VectorWriter.create(store, name, DIMENSION)) {
      content.fill(writer);
      return VectorReader.of(BlockReader.open(store, name, FileKind.VECTORS, writer.finish()));
    }
  }

  private static void addAll(VectorWriter writer, List<Embedding> rows) throws IOException {
    for (Embedding row : rows) {
      writer.add(row);
    }
  }

  @Test
  void writesTheSameBytesWhenCopyingAsWhenAdding() throws IOException {
    VectorReader from = write("from", writer -> addAll(writer, rows));
    write("added", writer -> addRows(writer, 1_650, 2_500, 0, 2_300));
    write(
        "copied",
        writer -> {
          writer.copy(from, 1_650, 2_500);
          writer.copy(from, 100, 100);
          writer.copy(from, 0, 2_300);
        });
    assertThat(store.files().get("copied")).isEqualTo(store.files().get("added"));
  }

  private void addRows(VectorWriter writer, int... borders) throws IOException {
    for (int i = 0; i < borders.length; i += 2) {
      addAll(writer, rows.subList(borders[i], borders[i + 1]));
    }
  }

  @Test
  void refusesToCopyMissingRows() throws IOException {
    VectorReader from = write("from", writer -> addAll(writer, rows));
    for (long[] range : new long[][] {{0, 2_501}, {-1, 3}, {2_500, 2_501}}) {
      assertThatThrownBy(
              () -> write("copied" + range[0], writer -> writer.copy(from, range[0], range[1])))
          .isInstanceOf(CorruptIndexException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {0, 2, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE})
  void reportsARowWithoutLengthOneAsDamage(float value) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, "a", FileKind.VECTORS)) {
      file.writeInt(Float.floatToRawIntBits(value));
      writeCode(file);
      file.writeLong(1);
      file.writeLong(1);
      VectorReader reader =
          VectorReader.of(BlockReader.open(store, "a", FileKind.VECTORS, file.finish()));
      assertThatThrownBy(() -> reader.read(0)).isInstanceOf(CorruptIndexException.class);
    }
  }

  /**
   * Writes one code, scale, residual and sum. They are wrong, but reading a row does not use them.
   */
  private static void writeCode(BlockWriter file) throws IOException {
    file.write(new byte[13], 0, 13);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 2, 1 + (1L << 60), 1 + (1L << 62), Long.MIN_VALUE + 1})
  void rejectsCountsThatDoNotFillTheFile(long rowCount) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, "a", FileKind.VECTORS)) {
      file.write(new byte[32], 0, 32);
      file.writeLong(rowCount);
      file.writeLong(4);
      BlockReader reader = BlockReader.open(store, "a", FileKind.VECTORS, file.finish());
      assertThatThrownBy(() -> VectorReader.of(reader)).isInstanceOf(CorruptIndexException.class);
    }
  }
}
