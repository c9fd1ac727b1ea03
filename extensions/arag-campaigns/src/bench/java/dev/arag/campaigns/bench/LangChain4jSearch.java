package dev.arag.campaigns.bench;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** Searches the same vectors in LangChain4j's in-memory store. */
public class LangChain4jSearch extends MatrixState {
  private InMemoryEmbeddingStore<TextSegment> store;

  /** Returns the heap size that the vectors of a matrix need, in megabytes. */
  static int heapMegabytes(Matrix matrix) {
    long vectors = matrix.rows() * (matrix.dimension() * 4L + 200);
    return (int) (1024 + vectors * 5 / 4 / 1_000_000);
  }

  @Setup
  public void fill() throws IOException {
    List<String> ids = new ArrayList<>(rows);
    List<Embedding> embeddings = new ArrayList<>(rows);
    FloatRows.read(
        matrix(),
        row -> {
          ids.add(String.valueOf(ids.size()));
          embeddings.add(Embedding.from(row));
        });
    store = new InMemoryEmbeddingStore<>();
    // The store gets no texts, because they would need memory but not affect the search time.
    store.addAll(ids, embeddings, Collections.nCopies(rows, null));
    matrix().requireBest("LangChain4jSearch", search(firstQuery()));
  }

  @Benchmark
  public List<Long> search() {
    return search(nextQuery());
  }

  private List<Long> search(dev.arag.core.embed.Embedding query) {
    EmbeddingSearchRequest request =
        EmbeddingSearchRequest.builder()
            .queryEmbedding(Embedding.from(query.toArray()))
            .maxResults(TopTen.COUNT)
            .build();
    return store.search(request).matches().stream()
        .map(match -> Long.valueOf(match.embeddingId()))
        .toList();
  }
}
