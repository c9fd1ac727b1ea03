package dev.arag.index.internal.sync;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.diagnostics.EmbedderWarnings;
import java.util.ArrayList;
import java.util.List;

/** Formats the stored warnings and diagnostics of documents as sentences for the user. */
public final class StoredWarnings {
  private final List<String> texts = new ArrayList<>();
  private final EmbedderWarnings embedderWarnings = new EmbedderWarnings();

  private StoredWarnings() {}

  /** Returns the problems found in the documents of these segments, one sentence each. */
  public static List<String> of(List<Segment> segments) {
    StoredWarnings warnings = new StoredWarnings();
    segments.forEach(warnings::add);
    warnings.texts.addAll(warnings.embedderWarnings.messages());
    return warnings.texts;
  }

  private void add(Segment segment) {
    ChunksReader chunks = segment.chunks();
    for (int document : chunks.warned()) {
      if (segment.isLive(document)) {
        String id = chunks.documentId(document);
        chunks.warnings(document).forEach(warning -> texts.add(id + ": " + warning));
      }
    }
    segment.diagnostics().stream()
        .filter(diagnostic -> segment.isLive(diagnostic.document()))
        .forEach(each -> embedderWarnings.add(chunks.documentId(each.document()), each));
  }
}
