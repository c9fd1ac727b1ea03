package dev.arag.index;

import dev.arag.index.ingest.Skip;
import java.time.Duration;
import java.util.List;

/**
 * What a sync did. Where nothing could be read, the index stayed as it was and the counts are 0.
 *
 * @param documents documents the index holds now
 * @param chunks chunks it holds now
 * @param sentences sentences it holds now
 * @param embedded sentences that went through the encoder
 * @param reused sentences whose stored vectors were kept
 * @param deleted documents that are gone
 * @param skipped what was not read, and why
 * @param warnings what a user should know of what was read, each one sentence
 * @param elapsed how long it took
 */
public record SyncReport(
    long documents,
    long chunks,
    long sentences,
    long embedded,
    long reused,
    long deleted,
    List<Skip> skipped,
    List<String> warnings,
    Duration elapsed) {
  public SyncReport {
    skipped = List.copyOf(skipped);
    warnings = List.copyOf(warnings);
  }
}
