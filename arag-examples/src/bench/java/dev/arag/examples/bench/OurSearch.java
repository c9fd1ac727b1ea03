package dev.arag.examples.bench;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.scan.ParallelScan;
import dev.arag.index.internal.vector.FloatWay;
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

/** The library's scan for the ten best rows, in slices as a search does where helpers may help. */
public class OurSearch extends MatrixState {
  /** As large as those of a search. */
  private static final long SLICE_BYTES = 1 << 25;

  /** {@code fastest}, or {@code floats} to leave the codes alone. */
  @Param("fastest")
  public String way;

  /** {@code mapped} or {@code unmapped}. */
  @Param("mapped")
  public String files;

  /** 1, or 2 to let helpers help. */
  @Param("1")
  public int threads;

  /** So many at once. */
  @Param("1")
  public int queries;

  private VectorReader vectors;

  @Setup
  public void open() throws IOException {
    vectors = matrix().open(files);
    List<Embedding> asked = Collections.nCopies(queries, firstQuery());
    matrix().requireBest("OurSearch", search(asked).get(0));
  }

  @Benchmark
  public List<List<Long>> search() {
    return search(Stream.generate(this::nextQuery).limit(queries).toList());
  }

  private List<List<Long>> search(List<Embedding> asked) {
    RowScan scan =
        way.equals("floats") ? FloatWay.of(asked.get(0)) : RowScan.of(asked, vectors.rows());
    List<Best> best = best();
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
    return best.stream().map(Best::rows).toList();
  }

  private List<Best> best() {
    return Stream.generate(Best::new).limit(queries).toList();
  }

  private static void addAll(List<Best> best, List<Best> found) {
    for (int i = 0; i < best.size(); i++) {
      best.get(i).addAll(found.get(i));
    }
  }
}
