package dev.arag.index.internal.sync;

import dev.arag.index.PurgeReport;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.SegmentEntry;
import java.io.IOException;
import java.util.List;

/** Leaves nothing of deleted documents on the disk. For one thread. */
public final class PurgeRun {
  private final TransactionCommits commits;
  private final IndexTransaction draft;
  private final Manifest before;

  public PurgeRun(TransactionCommits commits) {
    this.commits = commits;
    this.draft = commits.draft();
    this.before = draft.published().manifest();
  }

  public void run() throws IOException {
    if (before.generation() == 0 && !draft.passLeftOvers()) {
      return;
    }
    List<Segment> withDeleted = draft.withDeleted();
    if (withDeleted.isEmpty()) {
      commits.commit();
    } else {
      commits.merge(withDeleted);
    }
    draft.removeUnpublished();
  }

  public PurgeReport report() {
    Manifest after = draft.published().manifest();
    long documents =
        before.segments().stream().map(SegmentEntry::dead).mapToLong(Counts::documents).sum();
    return new PurgeReport(documents, before.bytes() - after.bytes());
  }
}
