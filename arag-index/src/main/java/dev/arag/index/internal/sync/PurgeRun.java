package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.SegmentEntry;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.sync.PurgeReport;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Removes all content of deleted documents from the index files. Not thread-safe. */
public final class PurgeRun {
  private final WriteSession session;
  private final IndexTransaction transaction;
  private final Manifest before;

  public PurgeRun(WriteSession session) {
    this.session = session;
    this.transaction = session.transaction();
    this.before = transaction.published().manifest();
  }

  public void run() throws IOException {
    session.computed().deleteAll();
    if (before.generation() == 0 && !transaction.skipLeftoverNumbers()) {
      return;
    }
    removeTexts();
    List<Segment> withDeleted = transaction.segmentsWithDeletions();
    if (withDeleted.isEmpty()) {
      session.commit();
    } else {
      session.merge(withDeleted);
    }
    transaction.removeUnpublished();
  }

  /**
   * Removes the paths of sources without documents, whose hashes are kept, and the reasons of
   * skipped files, which may name deleted documents.
   */
  private void removeTexts() {
    Set<SourceFingerprint> used =
        transaction
            .documents()
            .map(DocumentRef::source)
            .distinct()
            .map(SourceFingerprint::of)
            .collect(Collectors.toSet());
    transaction
        .sources()
        .replaceAll(
            (name, source) ->
                used.contains(name) ? source.withSkipped(List.of()) : source.withoutTexts());
  }

  public PurgeReport report() {
    Manifest after = transaction.published().manifest();
    long documents =
        before.segments().stream().map(SegmentEntry::dead).mapToLong(Counts::documents).sum();
    return new PurgeReport(documents, before.bytes() - after.bytes());
  }
}
