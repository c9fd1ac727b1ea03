package dev.arag.campaigns.bench;

import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.GeneratedVectors;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.FloatScans;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.VectorReader;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A folder with generated vectors, queries, and the expected result of the first query. The vectors
 * are stored in the index format and as raw floats. All numbers are little-endian.
 */
record Matrix(Path folder, int rows, int dimension) {
  static final int QUERIES = 64;

  private static final String VECTORS = "vectors-1.arag";
  private static final long SEED = 1;
  private static final long QUERY_SEED = 2;

  static Matrix of(Path folder, int rows, int dimension) {
    return new Matrix(folder.resolve("vectors-" + rows + "x" + dimension), rows, dimension);
  }

  Path vectors() {
    return folder.resolve(VECTORS);
  }

  Path floats() {
    return folder.resolve("floats.bin");
  }

  Path queryFile() {
    return folder.resolve("queries.bin");
  }

  private Path bestFile() {
    return folder.resolve("best.txt");
  }

  /**
   * Creates missing files. The file with the expected result is written last; if it exists, the
   * folder is complete.
   */
  Matrix make() throws IOException {
    if (!Files.exists(bestFile())) {
      delete();
      Files.createDirectories(folder);
      System.out.println("Creating " + folder);
      write(new FileStore(folder), VECTORS);
      writeQueries();
      Files.writeString(bestFile(), numbers(exact(open("mapped"), queries().get(0))));
    }
    return this;
  }

  /** Creates missing files, including the file of raw floats. */
  Matrix makeFloats() throws IOException {
    make();
    if (!Files.exists(floats())) {
      Path unfinished = folder.resolve("floats.unfinished");
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 20)) {
        GeneratedVectors made = new GeneratedVectors(dimension);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < rows; i++) {
          out.write(bytes(made.next(random)));
        }
      }
      Files.move(unfinished, floats());
    }
    return this;
  }

  void write(Store store, String name) throws IOException {
    GeneratedVectors made = new GeneratedVectors(dimension);
    SplittableRandom random = new SplittableRandom(SEED);
    try (VectorWriter writer = VectorWriter.create(store, name, dimension)) {
      for (int i = 0; i < rows; i++) {
        writer.add(made.next(random));
      }
      writer.finish();
    }
  }

  private void writeQueries() throws IOException {
    GeneratedVectors made = new GeneratedVectors(dimension);
    SplittableRandom random = new SplittableRandom(QUERY_SEED);
    try (OutputStream out = Files.newOutputStream(queryFile())) {
      for (int i = 0; i < QUERIES; i++) {
        out.write(bytes(made.next(random)));
      }
    }
  }

  private static byte[] bytes(Embedding embedding) {
    ByteBuffer bytes =
        ByteBuffer.allocate(embedding.dimension() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(embedding.toArray());
    return bytes.array();
  }

  List<Embedding> queries() throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(queryFile())).order(ByteOrder.LITTLE_ENDIAN);
    List<Embedding> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      float[] values = new float[dimension];
      bytes.asFloatBuffer().position(i * dimension).get(values);
      queries.add(Embedding.of(values));
    }
    return queries;
  }

  /**
   * Opens the vectors.
   *
   * @param files {@code mapped} or {@code unmapped}
   */
  VectorReader open(String files) throws IOException {
    Store store = files.equals("mapped") ? new FileStore(folder) : FileStore.unmapped(folder);
    return VectorReader.of(BlockReader.open(store, VECTORS, FileKind.VECTORS, null));
  }

  /** Finds the ten best rows and returns their numbers in ascending order. */
  static List<Long> exact(VectorReader vectors, Embedding query) {
    TopTen best = new TopTen();
    FloatScans.of(query).scan(vectors, List.of(new RowRange(0, vectors.rows())), List.of(best));
    return best.rows();
  }

  /** Throws an exception if an implementation finds different rows for the first query. */
  void requireBest(String name, List<Long> found) {
    String sorted = numbers(found.stream().sorted().toList());
    String best = best();
    if (!sorted.equals(best)) {
      throw new IllegalStateException(name + " found rows " + sorted + ", expected " + best);
    }
  }

  private String best() {
    try {
      return Files.readString(bestFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String numbers(List<Long> rows) {
    return String.join(" ", rows.stream().map(String::valueOf).toList());
  }

  void delete() throws IOException {
    Folders.delete(folder);
  }
}
