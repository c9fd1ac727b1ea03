package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.AragException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many threads use one corpus at the same time. Each gets the answer of a corpus in memory, or a
 * typed exception that says that a retry may succeed. Prints the numbers. The system property
 * {@code arag.solr.callers} is the number of threads.
 */
@Tag("solr")
class ParallelCallersTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final int CALLERS = Integer.getInteger("arag.solr.callers", 1_000);
  private static final String RIGHT = "right";

  private final Editions editions = new Editions(7);

  @Test
  void eachCallerGetsItsAnswer() throws InterruptedException {
    try (SolrCollection collection = SharedSolr.create(EMBEDDER.dimension(), 2, 2)) {
      var unused =
          SolrIndex.builder(collection)
              .embedder(EMBEDDER)
              .build()
              .sync(Source.documents(Editions.SOURCE, editions.documents(1)));
      SolrCorpus corpus = SolrCorpus.open(collection, EMBEDDER);
      for (int round = 0; round < 2; round++) {
        long start = System.nanoTime();
        Map<String, Integer> outcomes = callAll(corpus);
        System.out.println(
            CALLERS
                + " parallel callers: "
                + outcomes
                + " in "
                + (System.nanoTime() - start) / 1_000_000
                + " ms");
        assertThat(outcomes).containsKey(RIGHT);
        assertThat(outcomes.keySet()).allMatch(each -> each.equals(RIGHT) || isRetriable(each));
        assertThat(outcomes.values().stream().mapToInt(count -> count).sum()).isEqualTo(CALLERS);
      }
      assertThat(call(corpus, 1)).as("afterwards").isEqualTo(RIGHT);
    }
  }

  private static boolean isRetriable(String outcome) {
    return outcome.startsWith("retriable ");
  }

  /** Returns the number of callers for each outcome. */
  private Map<String, Integer> callAll(SolrCorpus corpus) throws InterruptedException {
    Map<String, Integer> outcomes = new ConcurrentHashMap<>();
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  begin.await();
                  outcomes.merge(call(corpus, caller), 1, Integer::sum);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
      threads.add(thread);
    }
    begin.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return outcomes;
  }

  private String call(SolrCorpus corpus, int caller) {
    Function<Catalogue, Object> question = question(caller);
    try {
      Object answer = question.apply(corpus);
      return answer.equals(question.apply(editions.corpus(1))) ? RIGHT : "wrong " + answer;
    } catch (AragException e) {
      return (e.isRetriable() ? "retriable " : "not retriable ") + e;
    } catch (RuntimeException e) {
      return "not typed: " + LogCapture.describe(e);
    }
  }

  private Function<Catalogue, Object> question(int caller) {
    List<Document> documents = editions.documents(1);
    Document document = documents.get(caller % documents.size());
    List<String> words =
        Stream.of(document.text().split("\\P{L}+"))
            .filter(word -> !word.isEmpty())
            .limit(2)
            .toList();
    switch (caller % 4) {
      case 0:
        KeywordQuery keywords = KeywordQuery.of(words);
        return corpus -> corpus.keywordSearch(keywords, 8, 0);
      case 1:
        return corpus -> corpus.semanticSearch(String.join(" ", words), 8);
      case 2:
        return corpus ->
            corpus.snapshot().chunksOf(document.id()).stream().map(Chunk::text).toList();
      default:
        return corpus -> corpus.document(document.id()).map(Document::text);
    }
  }
}
