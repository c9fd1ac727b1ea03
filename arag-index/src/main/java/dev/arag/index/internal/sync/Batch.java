package dev.arag.index.internal.sync;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.SegmentWriter;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents that are written to one segment and committed together. The size of a batch is limited,
 * so that a sync of any size needs little memory, and an interrupted sync loses little work. Not
 * thread-safe.
 */
final class Batch implements Closeable {
  private final IndexTransaction transaction;
  private final boolean isEmbedded;
  private final BatchLimits limits;
  private @Nullable SegmentWriter out;
  private final List<@Nullable DocumentRef> replaced = new ArrayList<>();
  private long textLength;

  /**
   * @param isEmbedded whether the sentences of the batch are embedded
   */
  Batch(IndexTransaction transaction, boolean isEmbedded, BatchLimits limits) {
    this.transaction = transaction;
    this.isEmbedded = isEmbedded;
    this.limits = limits;
  }

  /**
   * Adds a document.
   *
   * @param replacedVersion the stored version of the document, which is replaced; null if there is
   *     none
   */
  void add(
      Document document, List<Chunk> chunks, Origin origin, @Nullable DocumentRef replacedVersion)
      throws IOException {
    replaced.add(replacedVersion);
    textLength += document.text().length();
    out().add(document, chunks, origin);
    if (replacedVersion != null) {
      transaction.delete(replacedVersion);
    }
  }

  /**
   * Returns the writer of the segment. The segment is created only when the first document is
   * added.
   */
  private SegmentWriter out() throws IOException {
    SegmentWriter writer = out;
    if (writer == null) {
      writer = transaction.newSegment();
      out = writer;
    }
    return writer;
  }

  boolean isFull() {
    return textLength >= limits.textLength() || (isEmbedded && sentences() >= limits.sentences());
  }

  boolean isEmpty() {
    return replaced.isEmpty();
  }

  long sentences() {
    return out == null ? 0 : out.counts().sentences();
  }

  /** Completes the chunks file and returns a reader for it. */
  ChunksReader finishTexts() throws IOException {
    return out().finishTexts();
  }

  VectorWriter vectors() throws IOException {
    return out().vectors();
  }

  /** Returns the stored version that a document of this batch replaces; null if there is none. */
  @Nullable DocumentRef replacedBy(int document) {
    return replaced.get(document);
  }

  /** Completes the segment. The next commit publishes it. */
  void finish(Runnable interruption) throws IOException {
    transaction.add(out().finish(interruption));
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
