package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.nio.file.Path;
import java.util.List;

/** A collection and an embedded index that are synchronized with the same sources. */
record SyncedTwice(SolrCollection collection, SolrIndex writer, Index index, HashEmbedder embedder)
    implements AutoCloseable {
  /** Creates both without documents. */
  static SyncedTwice create(Path folder, int dimension, int shards, int replicas) {
    HashEmbedder embedder = new HashEmbedder(dimension);
    SolrCollection collection = SharedSolr.create(dimension, shards, replicas);
    return new SyncedTwice(
        collection,
        SolrIndex.builder(collection).embedder(embedder).build(),
        Index.builder(folder).embedder(embedder).openOrCreate(),
        embedder);
  }

  /** Opens the collection, which must have been synchronized. */
  SolrCorpus corpus() {
    return SolrCorpus.open(collection, embedder);
  }

  /** Synchronizes both and returns the report of the collection. */
  SyncReport sync(Source... sources) {
    SyncReport expected = index.sync(List.of(sources), progress -> {});
    SyncReport report = writer.sync(List.of(sources), progress -> {});
    assertThat(report)
        .usingRecursiveComparison()
        .ignoringFields("seconds")
        .withStrictTypeChecking()
        .isEqualTo(expected);
    return report;
  }

  @Override
  public void close() {
    index.close();
    SolrSetup.of(collection).delete();
    collection.close();
  }
}
