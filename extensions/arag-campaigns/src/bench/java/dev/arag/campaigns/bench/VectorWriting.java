package dev.arag.campaigns.bench;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Writes the vectors of a matrix to disk. */
public class VectorWriting extends MatrixState {
  /** The library that writes the vectors: {@code ours} or {@code lucene}. */
  @Param("ours")
  public String kind;

  private final List<float[]> vectors = new ArrayList<>();
  private Path target;

  @Setup
  public void prepare() throws IOException {
    FloatRows.read(matrix(), vectors::add);
    target =
        kind.equals("ours")
            ? matrix().folder().resolve("written")
            : LuceneIndex.graphFolder(matrix());
    Folders.delete(target);
    Files.createDirectories(target);
  }

  @Benchmark
  public void write() throws IOException {
    if (kind.equals("ours")) {
      writeOurs();
    } else {
      LuceneIndex.writeGraph(target, vectors);
    }
  }

  private void writeOurs() throws IOException {
    try (VectorWriter writer =
        VectorWriter.create(new FileStore(target), "vectors-1.arag", dimension)) {
      for (float[] vector : vectors) {
        writer.add(Embedding.of(vector));
      }
      writer.finish();
    }
  }
}
