package dev.arag.index.sync;

import dev.arag.index.spi.Skip;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The result of a sync as plain values, for JSON. The components are the fields that {@code arag
 * index --json} writes. {@link SyncReport} describes the values.
 *
 * @param moved the sources that moved to another path
 * @param refusedPrunes the sources of which no documents were deleted, because too many were
 *     missing
 * @param seconds the duration of the sync
 */
public record SyncReportView(
    long documents,
    long chunks,
    long sentences,
    long embedded,
    long reused,
    long deleted,
    long added,
    long updated,
    long unchanged,
    List<Skip> skipped,
    List<String> warnings,
    List<MovedSource> moved,
    List<RefusedPrune> refusedPrunes,
    double seconds) {
  static SyncReportView of(SyncReport report, UnaryOperator<String> reasons) {
    return new SyncReportView(
        report.documents(),
        report.chunks(),
        report.sentences(),
        report.embedded(),
        report.reused(),
        report.deleted(),
        report.added(),
        report.updated(),
        report.unchanged(),
        report.skipped().stream()
            .map(skip -> new Skip(skip.source(), reasons.apply(skip.reason())))
            .toList(),
        report.warnings(),
        report.movedSources(),
        report.refusedPrunes(),
        report.elapsed().toMillis() / 1000.0);
  }
}
