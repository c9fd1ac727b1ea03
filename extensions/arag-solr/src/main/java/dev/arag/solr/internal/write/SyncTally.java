package dev.arag.solr.internal.write;

import dev.arag.index.ChunkedDocument;
import dev.arag.index.MovedSource;
import dev.arag.index.SyncReport;
import dev.arag.index.ingest.Skip;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the documents and sentences that a sync processes, and collects skips and warnings. Not
 * thread-safe.
 */
final class SyncTally {
  private final long startNanos = System.nanoTime();
  private final List<Skip> skipped = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<MovedSource> moved = new ArrayList<>();
  private long added;
  private long updated;
  private long unchanged;
  private long deleted;
  private long sentences;
  private long embedded;
  private long reused;
  private long unchangedSentences;

  /**
   * Counts a document that was added.
   *
   * @param isUpdate whether the document replaces an older version
   */
  void countAdded(ChunkedDocument chunked, boolean isUpdate) {
    added += isUpdate ? 0 : 1;
    updated += isUpdate ? 1 : 0;
    sentences += chunked.chunks().stream().mapToLong(chunk -> chunk.sentences().size()).sum();
    chunked.warnings().forEach(warning -> warn(chunked.document().id() + ": " + warning));
  }

  void countUnchanged(long documentSentences) {
    unchanged++;
    unchangedSentences += documentSentences;
  }

  void countDeleted() {
    deleted++;
  }

  void countEmbedded(long newlyEmbedded, long withReusedVector) {
    embedded += newlyEmbedded;
    reused += withReusedVector;
  }

  void skip(Skip skip) {
    skipped.add(skip);
  }

  void move(MovedSource source) {
    moved.add(source);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  /** Returns the number of documents processed so far, not including skipped documents. */
  long documents() {
    return added + updated + unchanged;
  }

  /** Returns the number of sentences in added and updated documents. */
  long sentences() {
    return sentences;
  }

  /** Returns the number of sentences in added and updated documents that have vectors. */
  long withVectors() {
    return embedded + reused;
  }

  /**
   * @param held the counts of the collection after the sync
   */
  SyncReport report(StoredDocuments.Counts held, boolean hasVectors) {
    return new SyncReport(
        held.documents(),
        held.chunks(),
        held.sentences(),
        added,
        updated,
        unchanged,
        deleted,
        embedded,
        hasVectors ? reused + unchangedSentences : 0,
        skipped,
        warnings,
        moved,
        Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
