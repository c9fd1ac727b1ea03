package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedding;
import dev.arag.index.spi.store.AddedIds;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes that are written and published together. The size of a batch is limited, so that a sync
 * of any size needs little memory, and an interrupted sync loses little work. Not thread-safe.
 */
final class ChangeBatch {
  private static final long MAX_TEXT_LENGTH = 16L << 20;
  private static final int MAX_RETIRED = 5_000;

  private final List<Addition> additions = new ArrayList<>();
  private final List<StoredVersion> retired = new ArrayList<>();
  private final Set<String> retiredVersions = new HashSet<>();
  private final Map<String, SourceLocation> sources = new HashMap<>();
  private final AddedIds ids = new AddedIds();
  private long sentences;
  private long textLength;

  /**
   * A document of a batch.
   *
   * @param vectors the vectors of the version that it replaces, by the key of the embedded text
   */
  record Addition(ChunkedDocument document, String source, Map<String, Embedding> vectors) {}

  void add(Addition addition, @Nullable StoredVersion replaced) {
    ChunkedDocument chunked = addition.document();
    additions.add(addition);
    ids.add(chunked, addition.source());
    chunked.chunks().forEach(chunk -> sentences += chunk.sentences().size());
    textLength += chunked.document().text().length();
    if (replaced != null) {
      retire(replaced);
    }
  }

  /** Retires a stored version. Returns false if this batch has already retired it. */
  boolean retire(StoredVersion version) {
    boolean isNew = retiredVersions.add(version.version());
    if (isNew) {
      retired.add(version);
    }
    return isNew;
  }

  boolean isRetired(String version) {
    return retiredVersions.contains(version);
  }

  /** Sets the location of a source. */
  void put(String source, SourceLocation location) {
    sources.put(source, location);
  }

  /** Discards the new location of a source; the stored one stays. */
  void remove(String source) {
    sources.remove(source);
  }

  boolean isFull(int maxSentences) {
    return sentences >= maxSentences
        || textLength >= MAX_TEXT_LENGTH
        || retired.size() >= MAX_RETIRED;
  }

  boolean isEmpty() {
    return additions.isEmpty() && retired.isEmpty() && sources.isEmpty();
  }

  boolean hasAdditions() {
    return !additions.isEmpty();
  }

  long sentences() {
    return sentences;
  }

  List<Addition> additions() {
    return additions;
  }

  List<StoredVersion> retired() {
    return retired;
  }

  /** The changed locations, by the name of the source. */
  Map<String, SourceLocation> sources() {
    return sources;
  }

  /** The ids of the documents of this batch. */
  AddedIds ids() {
    return ids;
  }
}
