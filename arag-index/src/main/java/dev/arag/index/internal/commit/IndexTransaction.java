package dev.arag.index.internal.commit;

import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import dev.arag.index.split.Splitter;
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
import org.jspecify.annotations.Nullable;

/**
 * The next state of an index while it is made, on top of what is published. Nothing is seen by
 * anybody before {@link #commit}; after it, the next state is made on top of that one. For one
 * thread, and as long as its {@link WriteAccess} is open.
 */
public final class IndexTransaction {
  private final Store store;
  private final WriteAccess access;
  private Generation published;
  private long nextNumber;
  private IndexSettings settings;
  private @Nullable EncoderInfo encoder;
  private SortedMap<SourceFingerprint, SourceFingerprint> sources;
  private final Map<Segment, BitSet> deleted = new HashMap<>();
  private final Set<Segment> replaced = new HashSet<>();
  private final List<SegmentEntry> added = new ArrayList<>();

  /**
   * @param published what is published now
   */
  public IndexTransaction(Store store, WriteAccess access, Generation published) {
    this.store = store;
    this.access = access;
    this.published = published;
    Manifest manifest = published.manifest();
    this.nextNumber = manifest.nextNumber();
    this.settings = manifest.settings();
    this.encoder = manifest.encoder();
    this.sources = new TreeMap<>(manifest.sources());
  }

  /** What readers see. */
  public Generation published() {
    return published;
  }

  public IndexSettings settings() {
    return settings;
  }

  public void settings(IndexSettings changed) {
    settings = changed;
  }

  public @Nullable EncoderInfo encoder() {
    return encoder;
  }

  /** The encoder of vectors that are there; null if there are none. */
  public @Nullable EncoderInfo usedEncoder() {
    return published.segments().isEmpty() ? null : published.manifest().encoder();
  }

  public void encoder(@Nullable EncoderInfo changed) {
    encoder = changed;
  }

  /** The real paths of sources by their names, both hashed, to be changed. */
  public SortedMap<SourceFingerprint, SourceFingerprint> sources() {
    return sources;
  }

  /** A document that is neither deleted nor about to be. */
  public Optional<DocumentPlace> find(String documentId) {
    for (Segment segment : published.segments()) {
      OptionalInt document = segment.chunks().findDocument(documentId);
      if (document.isPresent() && isLive(segment, document.getAsInt())) {
        return Optional.of(new DocumentPlace(segment, document.getAsInt()));
      }
    }
    return Optional.empty();
  }

  /** The document whose chunk has this id, if it is neither deleted nor about to be. */
  public Optional<DocumentPlace> holder(ChunkId chunk) {
    for (Segment segment : published.segments()) {
      OptionalInt found = segment.chunks().find(chunk);
      if (found.isPresent()) {
        int document = segment.chunks().document(found.getAsInt());
        if (isLive(segment, document)) {
          return Optional.of(new DocumentPlace(segment, document));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a document is neither deleted nor about to be. */
  public boolean isLive(DocumentPlace place) {
    return isLive(place.segment(), place.document());
  }

  private boolean isLive(Segment segment, int document) {
    BitSet gone = deleted.get(segment);
    return segment.isLive(document) && (gone == null || !gone.get(document));
  }

  /**
   * Whether another document has, or ever had, chunk ids that begin like those of this key.
   *
   * @param key 13 characters, of which ids show the first 8 if they are free
   */
  public boolean isKeyTaken(String key) {
    String shown = key.substring(0, Splitter.SHORT_KEY_LENGTH);
    ChunkId first = ChunkId.of(shown + "#0");
    for (Segment segment : published.segments()) {
      OptionalInt chunk = segment.chunks().find(first);
      boolean isHeld =
          chunk.isPresent()
              && !segment.chunks().key(segment.chunks().document(chunk.getAsInt())).equals(key);
      if (isHeld || segment.chunks().isRetired(shown, key)) {
        return true;
      }
    }
    return false;
  }

  /** Deletes a document with the next commit. */
  public void delete(DocumentPlace place) {
    deleted.computeIfAbsent(place.segment(), segment -> new BitSet()).set(place.document());
  }

  /** Starts a segment; it is {@link #add added} when it is complete. */
  public SegmentWriter newSegment() throws IOException {
    return SegmentWriter.create(store, claim(), encoder);
  }

  private long claim() throws IOException {
    long number = access.claim(nextNumber);
    nextNumber = number + 1;
    return number;
  }

  /**
   * Lets the next state be past all files that stopped writers left behind, so that they go with
   * it.
   *
   * @return whether they left any that are not gone already
   */
  public boolean passLeftOvers() throws IOException {
    long before = nextNumber;
    return claim() > before;
  }

  public void add(SegmentEntry segment) {
    added.add(segment);
  }

  /** Whether a commit would change anything. */
  public boolean hasChanges() {
    Manifest manifest = published.manifest();
    return manifest.generation() == 0
        || !deleted.isEmpty()
        || !replaced.isEmpty()
        || !added.isEmpty()
        || !settings.equals(manifest.settings())
        || !Objects.equals(encoder, manifest.encoder())
        || !sources.equals(manifest.sources());
  }

  /**
   * Publishes this state.
   *
   * @return what readers see from now on
   */
  public Generation commit() throws IOException {
    Manifest before = published.manifest();
    List<SegmentEntry> segments = segments();
    Manifest manifest =
        new Manifest(before.generation() + 1, nextNumber, settings, encoder, sources, segments);
    access.publish(before, manifest);
    published = published.newest(store);
    discard();
    return published;
  }

  /** Forgets all changes of segments since the last commit. */
  public void discard() {
    deleted.clear();
    replaced.clear();
    added.clear();
  }

  private List<SegmentEntry> segments() throws IOException {
    List<SegmentEntry> segments = new ArrayList<>();
    for (Segment segment : published.segments()) {
      if (!replaced.contains(segment)) {
        BitSet gone = deleted.get(segment);
        segments.add(gone == null ? segment.entry() : withDeletes(segment, gone));
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
    FileSeal seal = DeletedDocuments.write(store, name, all, segment.chunks().documents());
    return segment
        .entry()
        .withDeletes(
            new StoredFile(FileKind.DELETES, number, seal),
            segment.entry().live().minus(segment.count(more)));
  }

  /** Makes vectors for a stored segment. */
  @FunctionalInterface
  public interface VectorSource {
    /** Adds one vector for each sentence, in their order. */
    void write(VectorWriter out) throws IOException;
  }

  /** Gives a segment other vectors, made by the encoder of this draft. */
  public void embed(Segment segment, VectorSource vectors) throws IOException {
    EncoderInfo made = Objects.requireNonNull(encoder, "encoder");
    long number = claim();
    String name = FileNames.of(FileKind.VECTORS, number);
    try (VectorWriter out = VectorWriter.create(store, name, made.dimension())) {
      vectors.write(out);
      StoredFile file = new StoredFile(FileKind.VECTORS, number, out.finish());
      replaced.add(segment);
      added.add(segment.entry().withVectors(file));
    }
  }

  /** The segments that hold deleted documents. */
  public List<Segment> withDeleted() {
    return published.segments().stream().filter(each -> each.entry().hasDeleted()).toList();
  }

  /**
   * Removes every file that is not published, for good.
   *
   * @throws IOException if one of them stays
   */
  public void removeUnpublished() throws IOException {
    access.removeUnpublished();
  }

  /** The published segments that should be one by their sizes; empty if there are none. */
  public List<Segment> dueForMerge() {
    return MergePolicy.due(published.manifest().segments()).stream()
        .map(published.segments()::get)
        .toList();
  }

  /**
   * Writes the live documents of segments into one, which takes their place with the next commit.
   *
   * @param interruption asked now and then; what it throws ends the work
   */
  public void merge(List<Segment> segments, Runnable interruption) throws IOException {
    try (SegmentWriter out = newSegment()) {
      SegmentEntry merged = new SegmentMerge(out, interruption).run(segments, encoder != null);
      replaced.addAll(segments);
      if (!out.isEmpty()) {
        added.add(merged);
      }
    }
  }
}
