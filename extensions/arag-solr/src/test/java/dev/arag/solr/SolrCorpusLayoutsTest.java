package dev.arag.solr;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Like {@link SolrCorpusTest}, with other numbers of shards and replicas. */
@Tag("solr")
@ParameterizedClass(name = "{0} shards, {1} replicas")
@CsvSource({"1, 1", "2, 1", "5, 1", "1, 3", "2, 3", "5, 3"})
class SolrCorpusLayoutsTest extends CorpusContract {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static SolrCollection collection;

  @Parameter(0)
  int shards;

  @Parameter(1)
  int replicas;

  @BeforeParameterizedClassInvocation
  static void create(int shards, int replicas) {
    collection = SharedSolr.create(EMBEDDER.dimension(), shards, replicas);
  }

  @AfterParameterizedClassInvocation
  static void delete() {
    SolrSetup.of(collection).delete();
    collection.close();
  }

  @Override
  protected Corpus corpus(Map<String, List<Document>> sources) {
    TestWriter.publish(collection, EMBEDDER, sources);
    return SolrCorpus.open(collection, EMBEDDER).snapshot();
  }
}
