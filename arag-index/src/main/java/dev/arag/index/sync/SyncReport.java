package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.spi.Skip;
import java.util.List;

/**
 * The result of a sync. Each document of the sources is added, updated, unchanged or skipped. The
 * components are the fields that {@code arag index --json} writes.
 *
 * @param documents documents in the index after the sync
 * @param chunks chunks in the index
 * @param sentences sentences in the index
 * @param embedded sentences that the embedder embedded
 * @param reused sentences whose stored vectors were kept, or whose vectors an interrupted operation
 *     had already computed
 * @param deleted documents deleted because they no longer exist in their source
 * @param added new documents
 * @param updated documents that replaced an older version
 * @param unchanged documents that did not change
 * @param omittedLines lines of added and updated documents that were left out because pages repeat
 *     them: running heads, running feet and page numbers
 * @param skipped documents and files that were not read or stored, with the reason; the index keeps
 *     their last versions
 * @param warnings problems found in added and updated documents, one sentence each
 * @param moved sources whose path has changed since their last sync
 * @param refusedPrunes sources of which no documents were deleted, because more were missing than
 *     {@link dev.arag.index.source.Source#prune(double)} allows to delete. If there are any, the
 *     sync ends with a {@link PruneRefusedException} that contains this report
 * @param seconds duration of the sync
 */
public record SyncReport(
    long documents,
    long chunks,
    long sentences,
    long embedded,
    long reused,
    long deleted,
    long added,
    long updated,
    long unchanged,
    long omittedLines,
    List<Skip> skipped,
    List<String> warnings,
    List<MovedSource> moved,
    List<RefusedPrune> refusedPrunes,
    double seconds) {
  public SyncReport {
    requireNonNull(skipped, "skipped");
    requireNonNull(warnings, "warnings");
    requireNonNull(moved, "moved");
    requireNonNull(refusedPrunes, "refusedPrunes");
    skipped = List.copyOf(skipped);
    warnings = List.copyOf(warnings);
    moved = List.copyOf(moved);
    refusedPrunes = List.copyOf(refusedPrunes);
  }

  /** Returns a report with other skipped files and warnings, for example with only the first. */
  public SyncReport with(List<Skip> otherSkipped, List<String> otherWarnings) {
    return new SyncReport(
        documents,
        chunks,
        sentences,
        embedded,
        reused,
        deleted,
        added,
        updated,
        unchanged,
        omittedLines,
        requireNonNull(otherSkipped, "otherSkipped"),
        requireNonNull(otherWarnings, "otherWarnings"),
        moved,
        refusedPrunes,
        seconds);
  }
}
