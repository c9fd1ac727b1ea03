package dev.arag.solr;

import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster of two nodes that all tests of this JVM share and none of them harms. */
final class SharedSolr {
  private static final AtomicInteger COLLECTIONS = new AtomicInteger();

  private static final LocalSolr CLUSTER = start();

  private SharedSolr() {}

  private static LocalSolr start() {
    try {
      LocalSolr cluster = LocalSolr.start(Files.createTempDirectory("arag-solr"), 2);
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static LocalSolr cluster() {
    return CLUSTER;
  }

  /** Returns a collection name that no other test uses. */
  static SolrCollection collection() {
    return collection("test" + COLLECTIONS.incrementAndGet());
  }

  static SolrCollection collection(String name) {
    SolrCollection.Builder builder = SolrCollection.builder(name);
    CLUSTER.urls().forEach(builder::url);
    return builder.build();
  }

  /** Creates an empty collection for vectors of a {@link dev.arag.core.embed.HashEmbedder}. */
  static SolrCollection create(int dimension, int shards, int replicas) {
    SolrCollection collection = collection();
    SolrSetup setup = SolrSetup.of(collection);
    setup.uploadConfiguration(dimension);
    setup.create(shards, replicas);
    return collection;
  }
}
