package dev.arag.campaigns.bench;

import dev.arag.core.embed.Embedding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The base class of benchmarks on a generated matrix. Each call uses the next query. */
@State(Scope.Benchmark)
public class MatrixState {
  /** The folder that contains all matrices. */
  @Param("")
  public String folder;

  @Param("0")
  public int rows;

  @Param("0")
  public int dimension;

  private List<Embedding> queries;
  private int next;

  Matrix matrix() {
    return Matrix.of(Path.of(folder), rows, dimension);
  }

  Embedding firstQuery() throws IOException {
    queries = matrix().queries();
    return queries.get(0);
  }

  Embedding nextQuery() {
    next = (next + 1) % queries.size();
    return queries.get(next);
  }
}
