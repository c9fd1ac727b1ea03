package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.index.ChunkedDocument;
import dev.arag.index.split.Splitter;
import dev.arag.index.sync.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes that are written and published together. The size of a batch is limited, so that a sync
 * of any size needs little memory, and an interrupted sync loses little work. Not thread-safe.
 */
final class Batch {
  private static final long MAX_TEXT_LENGTH = 16L << 20;
  private static final int MAX_RETIRED = 5_000;

  private final List<Addition> additions = new ArrayList<>();
  private final List<StoredVersion> retired = new ArrayList<>();
  private final Set<String> retiredVersions = new HashSet<>();
  private final Map<String, SourceLocation> sources = new HashMap<>();
  private final Map<String, String> sourceOfDocument = new HashMap<>();
  private final Map<String, String> documentOfChunk = new HashMap<>();
  private final Map<String, String> keyOfShortKey = new HashMap<>();
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
    String id = chunked.document().id();
    additions.add(addition);
    sourceOfDocument.put(id, addition.source());
    for (Chunk chunk : chunked.chunks()) {
      documentOfChunk.put(chunk.id().value(), id);
      sentences += chunk.sentences().size();
    }
    if (!chunked.key().isEmpty()) {
      keyOfShortKey.put(shortKey(chunked.key()), chunked.key());
    }
    textLength += chunked.document().text().length();
    if (replaced != null) {
      retire(replaced);
    }
  }

  static String shortKey(String key) {
    return key.substring(0, Splitter.SHORT_KEY_LENGTH);
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

  /** Returns the name of the source of a document; empty if the document is not in this batch. */
  Optional<String> sourceOf(String documentId) {
    return Optional.ofNullable(sourceOfDocument.get(documentId));
  }

  /**
   * Returns the id of the document that contains a chunk; null if the chunk is not in this batch.
   */
  @Nullable String holder(String chunkId) {
    return documentOfChunk.get(chunkId);
  }

  /**
   * Returns whether another document in this batch has chunk ids that begin with the short form of
   * this key.
   */
  boolean isKeyTaken(String key) {
    String holder = keyOfShortKey.get(shortKey(key));
    return holder != null && !holder.equals(key);
  }
}
