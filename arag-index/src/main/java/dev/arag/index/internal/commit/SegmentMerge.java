package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.Diagnostic;
import dev.arag.index.internal.vector.VectorReader;
import java.io.IOException;
import java.util.List;

/**
 * Copies the documents of several segments into one segment, in the order of the segments. Deleted
 * documents are omitted. Stored bytes are copied unchanged. Not thread-safe.
 */
final class SegmentMerge {
  private final SegmentWriter out;
  private final Runnable interruption;

  /**
   * @param interruption called between documents; may throw an exception to stop the merge
   */
  SegmentMerge(SegmentWriter out, Runnable interruption) {
    this.out = out;
    this.interruption = interruption;
  }

  SegmentEntry run(List<Segment> segments, boolean withVectors) throws IOException {
    for (Segment segment : segments) {
      out.copyTexts(segment, interruption);
    }
    if (withVectors) {
      int documents = 0;
      for (Segment segment : segments) {
        documents = copyVectors(segment, documents);
      }
    }
    return out.finish();
  }

  private int copyVectors(Segment segment, int before) throws IOException {
    VectorReader vectors = segment.vectors();
    if (vectors == null) {
      throw new IllegalStateException(
          "A segment without vectors cannot be merged into a segment with vectors");
    }
    List<Diagnostic> diagnostics = vectors.diagnostics(segment.chunks().documents());
    int nextDiagnostic = 0;
    int document = before;
    for (int i = 0; i < segment.chunks().documents(); i++) {
      boolean isLive = segment.isLive(i);
      if (isLive) {
        copyRows(segment.chunks(), vectors, i);
      }
      if (nextDiagnostic < diagnostics.size() && diagnostics.get(nextDiagnostic).document() == i) {
        Diagnostic diagnostic = diagnostics.get(nextDiagnostic++);
        if (isLive) {
          out.vectors().addDiagnostic(diagnostic.withDocument(document));
        }
      }
      document += isLive ? 1 : 0;
    }
    return document;
  }

  private void copyRows(ChunksReader chunks, VectorReader vectors, int document)
      throws IOException {
    interruption.run();
    long first = chunks.firstSentence(chunks.firstChunk(document));
    long end = chunks.firstSentence(chunks.firstChunk(document + 1));
    out.vectors().copy(vectors, first, end);
  }
}
