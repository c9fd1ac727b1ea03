package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Document;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.MovedSource;
import dev.arag.index.sync.RefusedPrune;
import dev.arag.index.sync.SyncReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the documents and sentences that a sync processes, and collects skipped documents and
 * warnings. {@link SyncReport#seconds} is measured from the creation of this object. Not
 * thread-safe.
 */
public final class SyncTally {
  private final long startNanos = System.nanoTime();
  private final List<Skip> skipped = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<MovedSource> moved = new ArrayList<>();
  private final List<RefusedPrune> refused = new ArrayList<>();
  private @Nullable RemoteSourceException failure;
  private long added;
  private long updated;
  private long unchanged;
  private long deleted;
  private long sentences;
  private long embedded;
  private long reused;
  private long unchangedSentences;
  private long omittedLines;

  /** Creates a tally whose counts are 0. */
  public SyncTally() {}

  /**
   * Counts a document that was added, and collects its warnings.
   *
   * @param isUpdate whether the document replaces an older version
   */
  public void countAdded(ChunkedDocument chunked, boolean isUpdate) {
    requireNonNull(chunked, "chunked");
    added += isUpdate ? 0 : 1;
    updated += isUpdate ? 1 : 0;
    sentences += chunked.chunks().stream().mapToLong(chunk -> chunk.sentences().size()).sum();
    omittedLines +=
        chunked.document().metadata().get(Document.OMITTED_LINES) instanceof Number lines
            ? lines.longValue()
            : 0;
    chunked.warnings().forEach(warning -> warn(chunked.document().id() + ": " + warning));
  }

  /**
   * Counts a stored document that has not changed.
   *
   * @param documentSentences the number of its sentences
   */
  public void countUnchanged(long documentSentences) {
    unchanged++;
    unchangedSentences += documentSentences;
  }

  /** Counts a document that was deleted because its source no longer contains it. */
  public void countDeleted() {
    deleted++;
  }

  /**
   * Counts the sentences of added documents that now have vectors.
   *
   * @param newlyEmbedded the number of sentences that were embedded
   * @param withReusedVector the number of sentences whose stored vectors were kept
   */
  public void countEmbedded(long newlyEmbedded, long withReusedVector) {
    embedded += newlyEmbedded;
    reused += withReusedVector;
  }

  /** Collects a document or file that was not stored, with the reason. */
  public void skip(Skip skip) {
    skipped.add(requireNonNull(skip, "skip"));
  }

  void move(MovedSource source) {
    moved.add(source);
  }

  void fail(RemoteSourceException e) {
    if (failure == null) {
      failure = e;
    } else {
      failure.addSuppressed(e);
    }
  }

  /** Throws the exception of the first remote source that could not be read to its end. */
  public void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  void refuse(RefusedPrune prune) {
    refused.add(prune);
  }

  /** Returns the number of documents that were stored before and still exist in their source. */
  long kept() {
    return unchanged + updated;
  }

  /** Collects a warning for the report: one sentence without a period. */
  public void warn(String warning) {
    warnings.add(requireNonNull(warning, "warning"));
  }

  /** Returns the number of documents processed so far, not including skipped documents. */
  public long documents() {
    return added + updated + unchanged;
  }

  /** Returns the number of sentences in added and updated documents. */
  long sentences() {
    return sentences;
  }

  /** Returns the number of sentences in added and updated documents that have vectors. */
  public long withVectors() {
    return embedded + reused;
  }

  /** Returns whether any document or file was skipped, or a remote source failed. */
  public boolean hasSkipped() {
    return !skipped.isEmpty() || failure != null;
  }

  /**
   * Returns the report of the sync.
   *
   * @param storedDocuments the number of documents in the store after the sync
   * @param storedChunks the number of chunks in the store
   * @param storedSentences the number of sentences in the store
   * @param hasVectors whether the store has vectors
   */
  public SyncReport report(
      long storedDocuments, long storedChunks, long storedSentences, boolean hasVectors) {
    return new SyncReport(
        storedDocuments,
        storedChunks,
        storedSentences,
        embedded,
        hasVectors ? reused + unchangedSentences : 0,
        deleted,
        added,
        updated,
        unchanged,
        omittedLines,
        skipped,
        warnings,
        moved,
        refused,
        Duration.ofNanos(System.nanoTime() - startNanos).toMillis() / 1000.0);
  }
}
