package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingsMerge;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

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

  SegmentEntry run(
      Store store, long number, List<Segment> segments, boolean withVectors, boolean withMentions)
      throws IOException {
    for (Segment segment : segments) {
      out.copyChunks(segment, interruption);
    }
    if (withVectors) {
      int documents = 0;
      for (Segment segment : segments) {
        documents = copyVectors(segment, documents);
      }
    }
    FileIdentity keywords;
    String name = FileNames.of(FileKind.KEYWORDS, number);
    try (PostingsWriter file = KeywordFile.create(store, name)) {
      keywords = PostingsMerge.run(file, inputs(segments, Segment::keywords), interruption);
    }
    if (!withMentions) {
      return out.finish(keywords, null);
    }
    name = FileNames.of(FileKind.MENTIONS, number);
    try (PostingsWriter file = MentionFile.create(store, name)) {
      List<PostingsMerge.Input> inputs = inputs(segments, SegmentMerge::mentions);
      return out.finish(keywords, PostingsMerge.run(file, inputs, interruption));
    }
  }

  private static PostingsReader mentions(Segment segment) {
    PostingsReader mentions = segment.mentions();
    if (mentions == null) {
      throw new IllegalStateException(
          "A segment without mentions cannot be merged into a segment with mentions");
    }
    return mentions;
  }

  private static List<PostingsMerge.Input> inputs(
      List<Segment> segments, Function<Segment, PostingsReader> file) {
    List<PostingsMerge.Input> inputs = new ArrayList<>();
    long before = 0;
    for (Segment segment : segments) {
      inputs.add(
          new PostingsMerge.Input(
              file.apply(segment), newChunks(segment, Math.toIntExact(before))));
      before += segment.entry().live().chunks();
    }
    return inputs;
  }

  /**
   * Returns the new numbers of the chunks of a segment.
   *
   * @param before the number of chunks that are copied from earlier segments
   */
  private static IntUnaryOperator newChunks(Segment segment, int before) {
    if (!segment.entry().hasDeleted()) {
      return chunk -> before + chunk;
    }
    ChunksReader chunks = segment.chunks();
    int[] shifts = new int[chunks.documents()];
    int next = before;
    for (int i = 0; i < shifts.length; i++) {
      shifts[i] = next - chunks.firstChunk(i);
      next += segment.isLive(i) ? chunks.firstChunk(i + 1) - chunks.firstChunk(i) : 0;
    }
    return chunk -> {
      int document = chunks.document(chunk);
      return segment.isLive(document) ? chunk + shifts[document] : -1;
    };
  }

  private int copyVectors(Segment segment, int before) throws IOException {
    VectorReader vectors = segment.vectors();
    if (vectors == null) {
      throw new IllegalStateException(
          "A segment without vectors cannot be merged into a segment with vectors");
    }
    List<Diagnostic> diagnostics = segment.diagnostics();
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
          out.addDiagnostics(List.of(diagnostic.withDocument(document)));
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
