package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.reranker.Reranking;
import java.util.List;
import org.junit.jupiter.api.Test;

class RerankingTest {
  @Test
  void ranksTheShortestPassageFirst() {
    Corpus corpus =
        Reranking.of(
                (query, passages) ->
                    passages.stream().mapToDouble(passage -> -passage.length()).toArray())
            .apply(
                InMemoryCorpus.of(
                    Document.of("a", "The bridge, a bridge of stone."),
                    Document.of("b", "A bridge.")));
    KeywordHits hits = corpus.keywordSearch(List.of("bridge"), 1);
    assertEquals("b", hits.hits().get(0).chunkId().value());
  }
}
