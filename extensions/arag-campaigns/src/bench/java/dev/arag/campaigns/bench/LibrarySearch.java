package dev.arag.campaigns.bench;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.scan.ParallelScan;
import dev.arag.index.internal.vector.FloatScans;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.VectorReader;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Finds the ten best rows with the scan of this library. With two threads, the rows are divided
 * into slices, as in a search.
 */
public class LibrarySearch extends MatrixState {
  /** The slice size that a search uses. */
  private static final long SLICE_BYTES = 1 << 25;

  /**
   * {@code fastest} to scan the quantized codes first, or {@code floats} to scan only the floats.
   */
  @Param("fastest")
  public String way;

  /** How files are read: {@code mapped} or {@code unmapped}. */
  @Param("mapped")
  public String files;

  /** The number of threads: 1, or 2 to use a helper thread. */
  @Param("1")
  public int threads;

  /** The number of queries in one scan. */
  @Param("1")
  public int queries;

  private VectorReader vectors;

  @Setup
  public void open() throws IOException {
    vectors = matrix().open(files);
    List<Embedding> batch = Collections.nCopies(queries, firstQuery());
    matrix().requireBest("LibrarySearch", search(batch).get(0));
  }

  @Benchmark
  public List<List<Long>> search() {
    return search(Stream.generate(this::nextQuery).limit(queries).toList());
  }

  private List<List<Long>> search(List<Embedding> batch) {
    RowScan scan =
        way.equals("floats") ? FloatScans.of(batch.get(0)) : RowScan.of(batch, vectors.rows());
    List<TopTen> best = best();
    long slices = threads == 1 ? 1 : Math.max(1, vectors.rows() * dimension * 4 / SLICE_BYTES);
    ParallelScan.run(
            (int) slices,
            this::best,
            (found, slice) ->
                scan.scan(
                    vectors,
                    List.of(
                        new RowRange(
                            slice * vectors.rows() / slices,
                            (slice + 1) * vectors.rows() / slices)),
                    found),
            () -> {})
        .forEach(found -> addAll(best, found));
    return best.stream().map(TopTen::rows).toList();
  }

  private List<TopTen> best() {
    return Stream.generate(TopTen::new).limit(queries).toList();
  }

  private static void addAll(List<TopTen> best, List<TopTen> found) {
    for (int i = 0; i < best.size(); i++) {
      best.get(i).addAll(found.get(i));
    }
  }
}
