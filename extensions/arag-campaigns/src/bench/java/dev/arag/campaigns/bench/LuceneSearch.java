package dev.arag.campaigns.bench;

import dev.arag.core.embed.Embedding;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Searches for the ten best rows with Lucene on one thread. */
public class LuceneSearch extends MatrixState {
  /** The search method: {@code flat} for an exact scan or {@code graph} for HNSW. */
  @Param("flat")
  public String kind;

  /** The number of candidates in a graph search. */
  @Param("10")
  public int candidates;

  private LuceneIndex index;

  @Setup
  public void open() throws IOException {
    boolean isFlat = kind.equals("flat");
    index =
        LuceneIndex.open(
            isFlat ? LuceneIndex.flatFolder(matrix()) : LuceneIndex.graphFolder(matrix()));
    List<Long> found = search(firstQuery());
    if (isFlat) {
      matrix().requireBest("LuceneSearch", found);
    }
  }

  @TearDown
  public void close() throws IOException {
    index.close();
  }

  @Benchmark
  public List<Long> search() throws IOException {
    return search(nextQuery());
  }

  private List<Long> search(Embedding query) throws IOException {
    return kind.equals("flat") ? index.exact(query) : index.nearest(query, candidates);
  }
}
