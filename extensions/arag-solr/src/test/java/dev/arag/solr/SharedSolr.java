package dev.arag.solr;

import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Clusters that all tests of this JVM share and none of them harms. */
final class SharedSolr {
  private static final AtomicInteger COLLECTIONS = new AtomicInteger();

  /** Without the optimizing compiler, a node that runs for a minute needs less processor time. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final LocalSolr CLUSTER = start(1);

  /** Started when a test needs more replicas than {@link #CLUSTER} has nodes. */
  private static final class ThreeNodes {
    static final LocalSolr CLUSTER = start(3);
  }

  private SharedSolr() {}

  private static LocalSolr start(int nodes) {
    try {
      Path directory = Files.createTempDirectory("arag-solr");
      LocalSolr cluster = LocalSolr.start(directory, nodes, null, SHORT_LIVED);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(cluster, directory)));
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(LocalSolr cluster, Path directory) {
    cluster.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      // The files remain.
    }
  }

  /** Returns the cluster of one node. */
  static LocalSolr cluster() {
    return CLUSTER;
  }

  /** Returns a collection name that no other test uses. */
  static SolrCollection collection() {
    return collection("test" + COLLECTIONS.incrementAndGet());
  }

  static SolrCollection collection(String name) {
    return collection(CLUSTER, name);
  }

  private static SolrCollection collection(LocalSolr cluster, String name) {
    SolrCollection.Builder builder = SolrCollection.builder(name);
    cluster.urls().forEach(builder::url);
    return builder.build();
  }

  /** Creates an empty collection for vectors of a {@link dev.arag.core.embed.HashEmbedder}. */
  static SolrCollection create(int dimension, int shards, int replicas) {
    LocalSolr cluster = replicas > 1 ? ThreeNodes.CLUSTER : CLUSTER;
    SolrCollection collection = collection(cluster, "test" + COLLECTIONS.incrementAndGet());
    SolrSetup setup = SolrSetup.of(collection);
    setup.uploadConfiguration(dimension);
    setup.create(shards, replicas);
    return collection;
  }
}
