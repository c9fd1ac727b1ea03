package dev.arag.mcp;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Two documents. A search for "wait" blocks until it is interrupted, and a search for "fail" throws
 * an exception with a secret.
 */
public final class TestCorpus implements Corpus {
  public static final String SECRET = "secret-of-the-exception";

  private final Corpus documents =
      InMemoryCorpus.of(
          new HashEmbedder(),
          List.of(
              Document.of("k1", "The Old Bridge was designed by Mira Voss. It is 90 metres long."),
              Document.of("k2", "Mira Voss was born in Tarn in 1881. She hated bridges.")));
  final AtomicReference<CountDownLatch> waiting = new AtomicReference<>(new CountDownLatch(1));
  final AtomicReference<CountDownLatch> interrupted = new AtomicReference<>(new CountDownLatch(1));
  final AtomicInteger active = new AtomicInteger();
  final AtomicInteger mostActive = new AtomicInteger();

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    mostActive.accumulateAndGet(active.incrementAndGet(), Math::max);
    try {
      String words = String.join(" ", query.keywords());
      if (words.contains("wait")) {
        block();
      }
      if (words.contains("fail")) {
        throw new CorpusException(SECRET);
      }
      return documents.keywordSearch(query, topK, offset);
    } finally {
      active.decrementAndGet();
    }
  }

  private void block() {
    waiting.get().countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.get().countDown();
      throw new IllegalStateException(SECRET, e);
    }
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    return documents.semanticSearch(query, topK, offset);
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return documents.read(ids);
  }

  @Override
  public Corpus within(Scope scope) {
    return documents.within(scope);
  }
}
