package dev.arag.index.internal.commit;

import dev.arag.core.corpus.Scope;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.Remedy;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorReader;
import java.nio.file.NoSuchFileException;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An open segment. It consists of chunks, their folded texts, the vectors of their sentences, and
 * the set of deleted documents. Chunks, texts and vectors are stored in the same order. Only chunks
 * and vectors of a segment of an older format version are read. Segments are compared by identity.
 * Thread-safe.
 */
public final class Segment {
  private final SegmentEntry entry;
  private final ChunksReader chunks;
  private final @Nullable PostingsReader keywords;
  private final @Nullable VectorReader vectors;
  private final @Nullable BlockReader diagnostics;
  private final @Nullable BlockReader deletes;
  private final @Nullable PostingsReader mentions;
  private final ScopeCache scopes;
  private volatile @Nullable BitSet deleted;

  Segment(
      SegmentEntry entry,
      ChunksReader chunks,
      @Nullable PostingsReader keywords,
      @Nullable VectorReader vectors,
      @Nullable BlockReader diagnostics,
      @Nullable BlockReader deletes,
      @Nullable PostingsReader mentions) {
    this.entry = entry;
    this.chunks = chunks;
    this.keywords = keywords;
    this.vectors = vectors;
    this.diagnostics = diagnostics;
    this.deletes = deletes;
    this.mentions = mentions;
    this.scopes = new ScopeCache(chunks.chunks());
  }

  static Segment open(Store store, SegmentEntry entry, Manifest manifest)
      throws NoSuchFileException {
    StoredFile vectors = entry.vectors();
    BlockReader chunks = entry.chunks().open(store);
    Segment segment =
        new Segment(
            entry,
            ChunksReader.of(chunks),
            chunks.isOld() ? null : KeywordFile.open(entry.keywords().open(store)),
            vectors == null ? null : VectorReader.of(vectors.open(store)),
            openFile(store, entry.diagnostics()),
            openFile(store, entry.deletes()),
            chunks.isOld() ? null : openMentions(store, entry.mentions()));
    segment.requireConsistency(store, manifest);
    return segment;
  }

  private static @Nullable BlockReader openFile(Store store, @Nullable StoredFile file)
      throws NoSuchFileException {
    return file == null ? null : file.open(store);
  }

  private static @Nullable PostingsReader openMentions(Store store, @Nullable StoredFile file)
      throws NoSuchFileException {
    return file == null ? null : MentionFile.open(file.open(store));
  }

  /**
   * Opens a newer version of this segment. The files with the texts are not opened again, so blocks
   * that were already checked are not checked again.
   */
  Segment reopen(Store store, SegmentEntry newer, Manifest manifest) throws NoSuchFileException {
    Segment segment =
        new Segment(
            newer,
            chunks,
            keywords,
            reopenVectors(store, newer),
            openFile(store, newer.diagnostics()),
            openFile(store, newer.deletes()),
            reopenMentions(store, newer.mentions()));
    segment.requireConsistency(store, manifest);
    return segment;
  }

  private @Nullable VectorReader reopenVectors(Store store, SegmentEntry newer)
      throws NoSuchFileException {
    StoredFile file = newer.vectors();
    if (file == null) {
      return null;
    }
    return file.equals(entry.vectors()) ? vectors : VectorReader.of(file.open(store));
  }

  private @Nullable PostingsReader reopenMentions(Store store, @Nullable StoredFile file)
      throws NoSuchFileException {
    return Objects.equals(file, entry.mentions()) ? mentions : openMentions(store, file);
  }

  private void requireConsistency(Store store, Manifest manifest) {
    if (!isConsistent(manifest)) {
      throw new CorruptIndexException(
          store.describe(entry.chunks().name())
              + " and the other files of its segment do not match. "
              + Remedy.REBUILD);
    }
  }

  private boolean isConsistent(Manifest manifest) {
    Counts all = entry.all();
    return chunks.documents() == all.documents()
        && chunks.chunks() == all.chunks()
        && chunks.sentences() == all.sentences()
        && (keywords == null || keywords.chunks() == all.chunks())
        && areCountsConsistent()
        && areVectorsConsistent(manifest.embedder())
        && (mentions == null) == (keywords == null || manifest.finder() == null)
        && (mentions == null || mentions.chunks() == all.chunks());
  }

  private boolean areCountsConsistent() {
    Counts dead = entry.dead();
    return dead.documents() >= 0
        && dead.chunks() >= 0
        && dead.sentences() >= 0
        && (entry.hasDeleted() == dead.documents() > 0);
  }

  private boolean areVectorsConsistent(@Nullable EmbedderInfo embedder) {
    if (vectors == null || embedder == null) {
      return vectors == null && embedder == null;
    }
    return vectors.rows() == chunks.sentences() && vectors.dimension() == embedder.dimension();
  }

  public SegmentEntry entry() {
    return entry;
  }

  public ChunksReader chunks() {
    return chunks;
  }

  /** Returns the folded texts, which a segment of an older format version does not have. */
  public PostingsReader keywords() {
    return Objects.requireNonNull(keywords, "keywords");
  }

  /** Returns the vectors; null if the index has no embeddings. */
  public @Nullable VectorReader vectors() {
    return vectors;
  }

  /** Returns the documents that are not deleted, in storage order. */
  public Stream<DocumentRef> documents() {
    return IntStream.range(0, chunks.documents())
        .filter(this::isLive)
        .mapToObj(document -> new DocumentRef(this, document));
  }

  /** Returns the problems of the embedder with documents, in ascending order of their numbers. */
  public List<Diagnostic> diagnostics() {
    return diagnostics == null ? List.of() : DiagnosticsFile.read(diagnostics, chunks.documents());
  }

  /** Returns the mentions; null if the index has no mentions. */
  public @Nullable PostingsReader mentions() {
    return mentions;
  }

  /** Returns the set of deleted documents, which the caller must not modify. */
  BitSet deleted() {
    BitSet known = deleted;
    if (known == null) {
      known = readDeleted();
      deleted = known;
    }
    return known;
  }

  private BitSet readDeleted() {
    long expected = entry.dead().documents();
    return deletes == null
        ? new BitSet()
        : DeletedDocuments.read(deletes, chunks.documents(), expected);
  }

  public boolean isLive(int document) {
    return deletes == null || !deleted().get(document);
  }

  /**
   * Returns the live chunks that a scope allows. They are stored for the next call with an equal
   * scope. The caller must not modify them.
   *
   * @param evaluation computes them
   */
  public BitSet allowedChunks(Scope scope, Supplier<BitSet> evaluation) {
    return scopes.get(scope, evaluation);
  }

  /** Returns the counts of the given documents. */
  Counts count(BitSet documents) {
    return documents.stream()
        .mapToObj(document -> count(document))
        .reduce(Counts.NONE, Counts::plus);
  }

  /** Returns the counts of one document. */
  Counts count(int document) {
    int first = chunks.firstChunk(document);
    int end = chunks.firstChunk(document + 1);
    return new Counts(1, end - first, chunks.firstSentence(end) - chunks.firstSentence(first));
  }
}
