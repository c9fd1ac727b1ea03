package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.SolrLocation;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.task.IndexingTask;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.index.IndexStats;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrCorpus;
import dev.arag.solr.SolrIndex;
import dev.arag.solr.SolrSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Indexes sources in a Solr collection, which the task creates if it is missing. */
final class SolrIndexingTask implements AutoCloseable {
  private final CommandOutput output;
  private final SolrLocation location;
  private final SolrCollection collection;
  private Optional<Embedder> embedder = Optional.empty();

  SolrIndexingTask(CommandOutput output, SolrLocation location, Map<String, String> variables) {
    this.output = output;
    this.location = location;
    this.collection = location.connect(variables);
  }

  /**
   * Selects the embedder, and creates the collection if it is missing.
   *
   * @param name the name of the embedder; null for that of the collection
   */
  void create(@Nullable String name, int shards, int replicas) {
    SolrSetup setup = SolrSetup.of(collection);
    boolean exists = setup.exists();
    embedder = EmbedderOption.parse(name == null ? defaultEmbedder(exists) : name);
    int dimension = embedder.map(Embedder::dimension).orElse(0);
    if (setup.createIfMissing(dimension, shards, replicas)) {
      output.note(
          "The collection "
              + location
              + " was created with "
              + Formatting.count(shards, "shard")
              + " and "
              + Formatting.count(replicas, "replica")
              + " of each shard.");
    } else if (shards > 1 || replicas > 1) {
      output.note("The collection exists; --shards and --replicas were ignored.");
    }
  }

  /** A collection with documents keeps its embedder, or stays without embeddings. */
  private String defaultEmbedder(boolean exists) {
    if (!exists) {
      return EmbedderOption.BGE;
    }
    IndexStats stats = SolrIndex.builder(collection).withoutEmbeddings().build().stats();
    if (stats.generation() == 0) {
      return EmbedderOption.BGE;
    }
    if (stats.embedder() == null) {
      return EmbedderOption.NONE;
    }
    requireBuiltIn(stats.embedder());
    return EmbedderOption.BGE;
  }

  private void requireBuiltIn(String fingerprint) {
    try (Embedder builtIn = OnnxEmbedder.bgeSmallEnglish()) {
      if (!builtIn.fingerprint().equals(fingerprint)) {
        throw new EmbedderMismatchException(
            "The "
                + collection
                + " was built with the embedder "
                + fingerprint
                + ", which this command does not provide. Sync the collection with SolrIndex and"
                + " this embedder, or create another collection.");
      }
    }
  }

  SyncReport run(
      @Nullable Integer chunkTokens,
      @Nullable ProfileOption profile,
      boolean rights,
      List<Source> sources) {
    SolrIndex.Builder builder =
        SolrIndex.builder(collection).knownRules(ProfileOption.knownRules());
    embedder.ifPresentOrElse(builder::embedder, builder::withoutEmbeddings);
    if (chunkTokens != null) {
      UsageException.requireValid(() -> builder.chunkTokens(chunkTokens));
    }
    if (profile != null) {
      profile.sentenceRules().ifPresentOrElse(builder::sentenceRules, builder::defaultRules);
    }
    if (rights) {
      builder.rights();
    }
    SolrIndex index = builder.build();
    return IndexingTask.run(
        output,
        progress -> index.sync(sources, progress),
        () -> "the documents that were published are in the index");
  }

  /** Whether the collection has rights. It must have been synced. */
  boolean hasRights() {
    return SolrCorpus.open(collection).hasRights();
  }

  @Override
  public void close() {
    embedder.ifPresent(Embedder::close);
    collection.close();
  }
}
