package dev.arag.solr;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** Each corpus is a snapshot of a state of its own in one collection. */
@Tag("solr")
class SolrCorpusTest extends CorpusContract {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  @Override
  protected Corpus corpus(Map<String, List<Document>> sources) {
    TestWriter.publish(COLLECTION, EMBEDDER, sources);
    return SolrCorpus.open(COLLECTION, EMBEDDER).snapshot();
  }
}
