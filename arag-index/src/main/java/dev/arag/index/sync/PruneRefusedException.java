package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import dev.arag.core.error.CorpusException;
import dev.arag.index.source.Source;

/**
 * Thrown at the end of a sync if more documents of a source were missing than {@link
 * Source#prune(double)} allows to delete. The sync deleted no document of such a source and
 * committed everything else. {@link #report} contains the counts, and {@link
 * SyncReport#refusedPrunes} the sources.
 */
public final class PruneRefusedException extends CorpusException {
  private static final long serialVersionUID = 1L;

  private final transient SyncReport report;

  /**
   * @param report the report of the sync, with at least one refused prune
   */
  public PruneRefusedException(SyncReport report) {
    super(message(requireNonNull(report, "report")));
    this.report = report;
  }

  private static String message(SyncReport report) {
    return report.refusedPrunes().stream()
            .map(PruneRefusedException::describe)
            .collect(joining(" "))
        + " The other changes were committed. Check the paths. If the documents are really gone,"
        + " use Source.prune with a share of 1.";
  }

  private static String describe(RefusedPrune refused) {
    return ("%s of the %s documents of the source %s no longer exist there. They were not"
            + " deleted, because Source.prune allows fewer.")
        .formatted(refused.missing(), refused.documents(), refused.source());
  }

  /** Returns the report of the sync; null only after deserialization. */
  public SyncReport report() {
    return report;
  }
}
