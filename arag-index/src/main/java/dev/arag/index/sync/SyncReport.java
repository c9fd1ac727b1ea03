package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.index.spi.Skip;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The result of a sync. Each document of the sources is added, updated, unchanged or skipped.
 *
 * @param documents documents in the index after the sync
 * @param chunks chunks in the index
 * @param sentences sentences in the index
 * @param added new documents
 * @param updated documents that replaced an older version
 * @param unchanged documents that did not change
 * @param deleted documents deleted because they no longer exist in their source
 * @param embedded sentences that the embedder embedded
 * @param reused sentences whose stored vectors were kept, or that an interrupted operation embedded
 * @param skipped documents and files that were not read or stored, with the reason; the index keeps
 *     their last versions
 * @param warnings problems found in added and updated documents, one sentence each
 * @param movedSources sources whose path has changed since their last sync
 * @param refusedPrunes sources of which no documents were deleted, because more were missing than
 *     {@link Source#prune(double)} allows to delete. If there are any, the sync ends with a {@link
 *     PruneRefusedException} that contains this report
 * @param elapsed duration of the sync
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
    List<MovedSource> movedSources,
    List<RefusedPrune> refusedPrunes,
    Duration elapsed) {
  public SyncReport {
    requireNonNull(skipped, "skipped");
    requireNonNull(warnings, "warnings");
    requireNonNull(movedSources, "movedSources");
    requireNonNull(refusedPrunes, "refusedPrunes");
    requireNonNull(elapsed, "elapsed");
    skipped = List.copyOf(skipped);
    warnings = List.copyOf(warnings);
    movedSources = List.copyOf(movedSources);
    refusedPrunes = List.copyOf(refusedPrunes);
  }

  /** Returns this report as plain values, for JSON. */
  public SyncReportView view() {
    return view(UnaryOperator.identity());
  }

  /**
   * Like {@link #view()}, but replaces the reason of each skipped document by the result of a
   * function.
   */
  public SyncReportView view(UnaryOperator<String> reasons) {
    return SyncReportView.of(this, requireNonNull(reasons, "reasons"));
  }
}
