package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests searches on virtual threads, where the JDK has them. The scheduler of virtual threads does
 * not preempt an embedder, so the embedder must run on a platform thread.
 */
class VirtualThreadSearchTest {
  private static final int FIRST_RELEASE_WITH_VIRTUAL_THREADS = 21;

  /** Fails on virtual threads, and for the query "fail". */
  private static final class PlatformOnly implements Embedder {
    private final Embedder embedder = new HashEmbedder();

    @Override
    public int dimension() {
      return embedder.dimension();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return embedder.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      assertThat(Thread.currentThread().toString()).doesNotStartWith("VirtualThread");
      if (query.equals("fail")) {
        throw new EmbeddingException("The embedder failed.");
      }
      return embedder.embedQuery(query);
    }

    @Override
    public String fingerprint() {
      return embedder.fingerprint();
    }
  }

  @TempDir Path folder;

  @Test
  void theEmbedderRunsOnAPlatformThread() throws Exception {
    try (Index index = Index.builder(folder).embedder(new PlatformOnly()).openOrCreate()) {
      index.sync(Source.documents("facts", List.of(Document.of("k1", "It snows in Tarn."))));
      FutureTask<Integer> search =
          new FutureTask<>(() -> index.semanticSearch("Where does it snow?", 1).size());
      startVirtual(search);
      assertThat(search.get(20, TimeUnit.SECONDS)).isEqualTo(1);
      FutureTask<Integer> failing = new FutureTask<>(() -> index.semanticSearch("fail", 1).size());
      startVirtual(failing);
      assertThat(failing)
          .failsWithin(20, TimeUnit.SECONDS)
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(EmbeddingException.class);
    }
  }

  private static void startVirtual(Runnable work) throws ReflectiveOperationException {
    if (Runtime.version().feature() >= FIRST_RELEASE_WITH_VIRTUAL_THREADS) {
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    } else {
      new Thread(work).start();
    }
  }
}
