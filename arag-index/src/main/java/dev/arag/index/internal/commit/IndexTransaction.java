package dev.arag.index.internal.commit;

import static java.util.Objects.requireNonNull;

import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingsCollector;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import dev.arag.index.spi.split.IndexSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A set of changes to an index that {@link #commit} publishes. After a commit, the transaction can
 * be used for further changes. It must not be used after its {@link WriteAccess} is closed. Not
 * thread-safe.
 */
public final class IndexTransaction {
  private final Store store;
  private final WriteAccess access;
  private CommitPoint published;
  private long nextNumber;
  private IndexSettings settings;
  private @Nullable EmbedderInfo embedder;
  private @Nullable String finder;
  private @Nullable MentionFinder mentionFinder;
  private SortedMap<SourceFingerprint, SourceRecord> sources;
  private final Map<Segment, BitSet> deleted = new HashMap<>();
  private final Set<Segment> replaced = new HashSet<>();
  private final List<SegmentEntry> added = new ArrayList<>();
  private final long firstNumber;
  private boolean hasDeletedDocuments;

  /**
   * @param published the current commit
   */
  public IndexTransaction(Store store, WriteAccess access, CommitPoint published) {
    this.store = store;
    this.access = access;
    this.published = published;
    Manifest manifest = published.manifest();
    this.nextNumber = manifest.nextNumber();
    this.firstNumber = nextNumber;
    this.settings = manifest.settings();
    this.embedder = manifest.embedder();
    this.finder = manifest.finder();
    this.sources = new TreeMap<>(manifest.sources());
  }

  /** Returns the most recent commit, which readers can open. */
  public CommitPoint published() {
    return published;
  }

  public IndexSettings settings() {
    return settings;
  }

  public void settings(IndexSettings changed) {
    settings = changed;
  }

  public @Nullable EmbedderInfo embedder() {
    return embedder;
  }

  /** Returns the embedder of the stored vectors; null if no vectors are stored. */
  public @Nullable EmbedderInfo usedEmbedder() {
    return published.segments().isEmpty() ? null : published.manifest().embedder();
  }

  public void embedder(@Nullable EmbedderInfo changed) {
    embedder = changed;
  }

  /** Returns the fingerprint of the finder of mentions; null if the index has no mentions. */
  public @Nullable String finder() {
    return finder;
  }

  /**
   * Sets the finder of mentions. If its fingerprint has changed, the mentions of all segments must
   * be found again before the next commit.
   */
  public void finder(MentionFinder changed) {
    finder = changed.fingerprint();
    mentionFinder = changed;
  }

  private PostingsCollector.TemporaryFiles temporaryFiles(FileKind kind) {
    return new PostingsCollector.TemporaryFiles() {
      @Override
      public String newName() throws IOException {
        return FileNames.of(kind, claim());
      }

      @Override
      public void delete(String name) throws IOException {
        access.deleteClaimed(name);
      }
    };
  }

  /**
   * Starts from an index without documents. The next commit replaces all documents.
   *
   * @return the commit with the replaced documents
   */
  public CommitPoint replaceAllDocuments() {
    CommitPoint replaced = published;
    published = published.withoutDocuments();
    sources.replaceAll((name, source) -> source.withSkipped(List.of()));
    return replaced;
  }

  /** Returns a modifiable map from the hashed names of sources to their records. */
  public SortedMap<SourceFingerprint, SourceRecord> sources() {
    return sources;
  }

  /** Finds a document that is not deleted. */
  public Optional<DocumentRef> find(String documentId) {
    for (Segment segment : published.segments()) {
      OptionalInt document = segment.chunks().findDocument(documentId);
      if (document.isPresent() && isLive(segment, document.getAsInt())) {
        return Optional.of(new DocumentRef(segment, document.getAsInt()));
      }
    }
    return Optional.empty();
  }

  /** Finds the document that contains the chunk with this id and is not deleted. */
  public Optional<DocumentRef> findHolder(ChunkId chunk) {
    for (Segment segment : published.segments()) {
      OptionalInt found = segment.chunks().find(chunk);
      if (found.isPresent()) {
        int document = segment.chunks().document(found.getAsInt());
        if (isLive(segment, document)) {
          return Optional.of(new DocumentRef(segment, document));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether a document is neither deleted nor marked for deletion by this transaction. */
  public boolean isLive(DocumentRef ref) {
    return isLive(ref.segment(), ref.document());
  }

  private boolean isLive(Segment segment, int document) {
    BitSet marked = deleted.get(segment);
    return segment.isLive(document) && (marked == null || !marked.get(document));
  }

  /** Returns the documents that are neither deleted nor marked for deletion. */
  public Stream<DocumentRef> documents() {
    return published.documents().filter(this::isLive);
  }

  /** Returns the documents of segments that this transaction has written. */
  public Stream<DocumentRef> newDocuments() {
    return documents().filter(each -> each.segment().entry().chunks().number() >= firstNumber);
  }

  /** Marks a document for deletion by the next commit. */
  public void delete(DocumentRef ref) {
    hasDeletedDocuments = true;
    replace(ref);
  }

  /** Like {@link #delete}, for a document whose new version the next commit adds. */
  public void replace(DocumentRef ref) {
    deleted.computeIfAbsent(ref.segment(), segment -> new BitSet()).set(ref.document());
  }

  /**
   * Starts writing a segment. Call {@link #add} when the segment is complete.
   *
   * @param heapBytes the bytes of the heap for words and names, see {@link PostingsCollector}
   */
  public SegmentWriter newSegment(int heapBytes) throws IOException {
    long number = claim();
    SegmentWriter out = new SegmentWriter(store, number, embedder);
    try {
      String name = FileNames.of(FileKind.KEYWORDS, number);
      out.keywords(collector(FileKind.KEYWORDS, heapBytes, KeywordFile.create(store, name)));
      if (finder != null) {
        out.mentions(newMentions(number, heapBytes), mentionFinder);
      }
      return out;
    } catch (IOException | RuntimeException e) {
      out.close();
      throw e;
    }
  }

  private PostingsCollector collector(FileKind kind, int heapBytes, PostingsWriter out) {
    return new PostingsCollector(store, kind, heapBytes, temporaryFiles(kind), out);
  }

  private PostingsCollector newMentions(long number, int heapBytes) throws IOException {
    String name = FileNames.of(FileKind.MENTIONS, number);
    return collector(FileKind.MENTIONS, heapBytes, MentionFile.create(store, name));
  }

  private long claim() throws IOException {
    long number = access.claim(nextNumber);
    nextNumber = number + 1;
    return number;
  }

  /**
   * Raises the next file number above the numbers of leftover files, so that these files are
   * deleted after the next commit.
   *
   * @return whether leftover files exist
   */
  public boolean skipLeftoverNumbers() throws IOException {
    long before = nextNumber;
    return claim() > before;
  }

  public void add(SegmentEntry segment) {
    added.add(segment);
  }

  /** Returns whether a commit would change the index. */
  public boolean hasChanges() {
    Manifest manifest = published.manifest();
    return manifest.generation() == 0
        || !deleted.isEmpty()
        || !replaced.isEmpty()
        || !added.isEmpty()
        || !settings.equals(manifest.settings())
        || !Objects.equals(embedder, manifest.embedder())
        || !Objects.equals(finder, manifest.finder())
        || !sources.equals(manifest.sources());
  }

  /**
   * Publishes all changes.
   *
   * @return the new commit
   */
  public CommitPoint commit() throws IOException {
    Manifest before = published.manifest();
    List<SegmentEntry> segments = segments();
    Manifest manifest =
        new Manifest(
            before.generation() + 1, nextNumber, settings, embedder, finder, sources, segments);
    access.publish(before, manifest);
    published = published.newest(store);
    discard();
    return published;
  }

  /** Discards all segment changes since the last commit. */
  public void discard() {
    deleted.clear();
    replaced.clear();
    added.clear();
  }

  private List<SegmentEntry> segments() throws IOException {
    List<SegmentEntry> segments = new ArrayList<>();
    for (Segment segment : published.segments()) {
      if (!replaced.contains(segment)) {
        BitSet marked = deleted.get(segment);
        segments.add(marked == null ? segment.entry() : withDeletes(segment, marked));
      }
    }
    segments.addAll(added);
    return segments;
  }

  private SegmentEntry withDeletes(Segment segment, BitSet more) throws IOException {
    BitSet all = BitSet.valueOf(more.toLongArray());
    all.or(segment.deleted());
    long number = claim();
    String name = FileNames.of(FileKind.DELETES, number);
    FileIdentity seal = DeletedDocuments.write(store, name, all, segment.chunks().documents());
    return segment
        .entry()
        .withDeletes(
            new StoredFile(FileKind.DELETES, number, seal),
            segment.entry().live().minus(segment.count(more)));
  }

  /** Writes the vectors of a stored segment. */
  @FunctionalInterface
  public interface VectorSource {
    /**
     * Adds one vector for each sentence, in sentence order.
     *
     * @return the problems of the embedder with documents, in ascending order of documents
     */
    List<Diagnostic> write(VectorWriter out) throws IOException;
  }

  /**
   * Replaces the vectors of a segment with vectors of the embedder that is set in this transaction.
   */
  public void embed(Segment segment, VectorSource vectors) throws IOException {
    EmbedderInfo made = requireNonNull(embedder, "embedder");
    long number = claim();
    String name = FileNames.of(FileKind.VECTORS, number);
    try (VectorWriter out = VectorWriter.create(store, name, made.dimension())) {
      List<Diagnostic> diagnostics = vectors.write(out);
      StoredFile file = new StoredFile(FileKind.VECTORS, number, out.finish());
      replaced.add(segment);
      added.add(
          segment.entry().withVectors(file, DiagnosticsFile.write(store, number, diagnostics)));
    }
  }

  /**
   * Finds the mentions of all chunks of a segment with the finder that is set in this transaction,
   * and replaces the mentions of the segment.
   *
   * @param heapBytes the bytes of the heap for names, see {@link PostingsCollector}
   * @param interruption called between chunks; may throw an exception
   */
  public void findMentions(Segment segment, int heapBytes, Runnable interruption)
      throws IOException {
    MentionFinder used = requireNonNull(mentionFinder, "No finder is set for new mentions");
    long number = claim();
    try (PostingsCollector found = newMentions(number, heapBytes)) {
      for (int chunk = 0; chunk < segment.chunks().chunks(); chunk++) {
        interruption.run();
        MentionFile.add(segment.chunks().read(chunk), used, found);
      }
      FileIdentity seal = found.finish(interruption);
      replaced.add(segment);
      added.add(segment.entry().withMentions(new StoredFile(FileKind.MENTIONS, number, seal)));
    }
  }

  /** Returns the segments that contain deleted documents. */
  public List<Segment> segmentsWithDeletions() {
    return published.segments().stream().filter(each -> each.entry().hasDeleted()).toList();
  }

  /**
   * Deletes all files that do not belong to the published commit, and makes the deletions durable.
   *
   * @throws IOException if a file cannot be deleted
   */
  public void removeUnpublished() throws IOException {
    access.removeUnpublished();
  }

  /** Whether this transaction has deleted documents without replacing them. */
  public boolean hasDeletedDocuments() {
    return hasDeletedDocuments;
  }

  /**
   * Returns the published segments that have to be merged according to the {@link MergePolicy};
   * empty if no merge is due.
   */
  public List<Segment> segmentsDueForMerge() {
    return MergePolicy.due(published.manifest().segments()).stream()
        .map(published.segments()::get)
        .toList();
  }

  /**
   * Copies the documents of several segments that are not deleted into a new segment. The next
   * commit replaces the old segments with the new one.
   *
   * @param interruption called between documents; may throw an exception to stop the merge
   */
  public void merge(List<Segment> segments, Runnable interruption) throws IOException {
    long number = claim();
    try (SegmentWriter out = new SegmentWriter(store, number, embedder)) {
      SegmentEntry merged =
          new SegmentMerge(out, interruption)
              .run(store, number, segments, embedder != null, finder != null);
      replaced.addAll(segments);
      if (!out.isEmpty()) {
        added.add(merged);
      }
    }
  }
}
