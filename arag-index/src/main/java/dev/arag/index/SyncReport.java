package dev.arag.index;

import dev.arag.index.ingest.Skip;
import java.time.Duration;
import java.util.List;

/**
 * What a sync did. Of the documents of its sources each is added, updated, unchanged or listed in
 * {@code skipped}.
 *
 * @param documents documents the index holds now
 * @param chunks chunks it holds now
 * @param sentences sentences it holds now
 * @param added documents that are new
 * @param updated documents that took the place of an older version
 * @param unchanged documents that were found as they were
 * @param deleted documents that are gone
 * @param embedded sentences that went through the encoder
 * @param reused sentences of these documents whose stored vectors were kept
 * @param skipped what was not read, and why; a document that was there keeps its last version
 * @param warnings what a user should know of what was added or updated, each one sentence
 * @param elapsed how long it took
 */
public record SyncReport(
    long documents,
    long chunks,
    long sentences,
    long added,
    long updated,
    long unchanged,
    long deleted,
    long embedded,
    long reused,
    List<Skip> skipped,
    List<String> warnings,
    Duration elapsed) {
  public SyncReport {
    skipped = List.copyOf(skipped);
    warnings = List.copyOf(warnings);
  }
}
