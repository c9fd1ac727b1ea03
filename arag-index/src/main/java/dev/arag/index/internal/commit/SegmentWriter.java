package dev.arag.index.internal.commit;

import static java.util.Objects.requireNonNull;

import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingsCollector;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one segment. All texts must be added before the vectors of their sentences. Not
 * thread-safe.
 */
public final class SegmentWriter implements Closeable {
  private final Store store;
  private final long number;
  private final @Nullable EmbedderInfo embedder;
  private final ChunksWriter chunks;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private @Nullable PostingsCollector keywords;
  private @Nullable PostingsCollector mentions;
  private @Nullable MentionFinder finder;
  private @Nullable VectorWriter vectors;
  private @Nullable StoredFile chunksFile;
  private Counts counts = Counts.NONE;

  /**
   * Creates a segment into which documents are copied.
   *
   * @param number the number in the names of the files of the segment
   * @param embedder the embedder of the vectors; null if the index has no embeddings
   */
  SegmentWriter(Store store, long number, @Nullable EmbedderInfo embedder) throws IOException {
    this.store = store;
    this.number = number;
    this.embedder = embedder;
    chunks = ChunksWriter.create(store, FileNames.of(FileKind.CHUNKS, number));
  }

  /** Sets the keywords file, which new documents need. */
  void keywords(PostingsCollector file) {
    keywords = file;
  }

  /** Sets the mentions file and the finder of the mentions of new documents. */
  void mentions(PostingsCollector file, @Nullable MentionFinder ofNewDocuments) {
    mentions = file;
    finder = ofNewDocuments;
  }

  /**
   * Adds a document with all of its chunks. The ids of documents and chunks must be unique in the
   * segment.
   */
  public void add(Document document, List<Chunk> documentChunks, Origin origin) throws IOException {
    chunks.add(document, documentChunks, origin);
    PostingsCollector names = mentions;
    long sentences = 0;
    for (Chunk chunk : documentChunks) {
      KeywordFile.add(chunk.text(), requireNonNull(keywords, "keywords"));
      if (names != null) {
        MentionFile.add(chunk, requireNonNull(finder, "No finder is set for new mentions"), names);
      }
      sentences += chunk.sentences().size();
    }
    counts = counts.plus(new Counts(1, documentChunks.size(), sentences));
  }

  /** Adds the documents of a stored segment that are not deleted, without their other files. */
  void copyChunks(Segment from, Runnable interruption) throws IOException {
    ChunksReader stored = from.chunks();
    chunks.copy(stored, from::isLive);
    for (int i = 0; i < stored.documents(); i++) {
      if (from.isLive(i)) {
        interruption.run();
        counts = counts.plus(from.count(i));
      }
    }
  }

  /** Returns whether the segment contains neither documents nor the keys of removed documents. */
  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** Returns the counts of all documents added so far. */
  public Counts counts() {
    return counts;
  }

  /** Completes the chunks file and returns a reader for it. */
  public ChunksReader finishTexts() throws IOException {
    chunksFile = new StoredFile(FileKind.CHUNKS, number, chunks.finish());
    return ChunksReader.of(chunksFile.open(store));
  }

  /**
   * Returns the writer to which the vectors of all sentences must be added in sentence order.
   *
   * @throws IllegalStateException if the segment has no embedder
   */
  public VectorWriter vectors() throws IOException {
    if (embedder == null) {
      throw new IllegalStateException("A segment without an embedder has no vectors");
    }
    if (vectors == null) {
      String name = FileNames.of(FileKind.VECTORS, number);
      vectors = VectorWriter.create(store, name, embedder.dimension());
    }
    return vectors;
  }

  /** Adds diagnostics, in ascending order of documents. */
  public void addDiagnostics(List<Diagnostic> found) {
    diagnostics.addAll(found);
  }

  /**
   * Completes all files of the segment. The files become part of the index when a manifest lists
   * them.
   *
   * @param interruption called between keys; may throw an exception
   */
  public SegmentEntry finish(Runnable interruption) throws IOException {
    PostingsCollector names = mentions;
    return finish(
        requireNonNull(keywords, "keywords").finish(interruption),
        names == null ? null : names.finish(interruption));
  }

  /**
   * @param keywordsSeal the keywords file, which is complete
   * @param mentionsSeal the mentions file, which is complete; null if the index has no mentions
   */
  SegmentEntry finish(FileIdentity keywordsSeal, @Nullable FileIdentity mentionsSeal)
      throws IOException {
    if (chunksFile == null) {
      chunksFile = new StoredFile(FileKind.CHUNKS, number, chunks.finish());
    }
    StoredFile vectorsFile =
        embedder == null ? null : new StoredFile(FileKind.VECTORS, number, vectors().finish());
    return new SegmentEntry(
        chunksFile,
        new StoredFile(FileKind.KEYWORDS, number, keywordsSeal),
        vectorsFile,
        DiagnosticsFile.write(store, number, diagnostics),
        null,
        mentionsSeal == null ? null : new StoredFile(FileKind.MENTIONS, number, mentionsSeal),
        counts,
        counts);
  }

  @Override
  public void close() throws IOException {
    PostingsCollector words = keywords;
    PostingsCollector names = mentions;
    try (chunks;
        words;
        names) {
      if (vectors != null) {
        vectors.close();
      }
    }
  }
}
