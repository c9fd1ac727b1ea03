package dev.arag.index.internal.sync;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.SyncReport;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.commit.Counts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Counts what a sync does. For one thread. */
final class SyncTally {
  private final long startNanos = System.nanoTime();
  private final List<Skip> skipped = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long added;
  private long updated;
  private long unchanged;
  private long deleted;
  private long sentences;
  private long embedded;
  private long kept;
  private long unchangedSentences;

  /**
   * A document goes into the index.
   *
   * @param isUpdate whether it takes the place of an older version
   */
  void taken(Document document, List<Chunk> chunks, Origin origin, boolean isUpdate) {
    added += isUpdate ? 0 : 1;
    updated += isUpdate ? 1 : 0;
    sentences += chunks.stream().mapToLong(chunk -> chunk.sentences().size()).sum();
    origin.warnings().forEach(warning -> warn(document.id() + ": " + warning));
  }

  void unchanged(long itsSentences) {
    unchanged++;
    unchangedSentences += itsSentences;
  }

  void deleted() {
    deleted++;
  }

  void embedded(EmbeddingPass pass) {
    embedded += pass.embedded();
    kept += pass.kept();
    pass.warnings().forEach(this::warn);
  }

  void skip(Skip skip) {
    skipped.add(skip);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  /** Documents of the sources so far, those that were skipped left out. */
  long documents() {
    return added + updated + unchanged;
  }

  /** Sentences of added and updated documents. */
  long sentences() {
    return sentences;
  }

  /** How many of these have their vectors. */
  long withVectors() {
    return embedded + kept;
  }

  boolean hasSkipped() {
    return !skipped.isEmpty();
  }

  /**
   * @param held what the index holds now
   * @param hasVectors whether that includes vectors
   */
  SyncReport report(Counts held, boolean hasVectors) {
    return new SyncReport(
        held.documents(),
        held.chunks(),
        held.sentences(),
        added,
        updated,
        unchanged,
        deleted,
        embedded,
        hasVectors ? kept + unchangedSentences : 0,
        skipped,
        warnings,
        Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
