package dev.arag.index.internal.search;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.CorpusOrder;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.EmbedderInfo;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.commit.SourceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A commit that an open index searches, together with the embedder of its vectors. Instances are
 * compared by identity.
 */
public final class IndexState {
  private final CommitPoint commitPoint;
  private final EmbedderChoice embedder;
  private final Object location;
  private final BooleanSupplier isClosed;

  /**
   * @param location the location of the index, for use in messages
   * @param isClosed tells whether the index has been closed
   */
  public IndexState(
      CommitPoint commitPoint, EmbedderChoice embedder, Object location, BooleanSupplier isClosed) {
    this.commitPoint = commitPoint;
    this.embedder = embedder;
    this.location = location;
    this.isClosed = isClosed;
  }

  public CommitPoint commitPoint() {
    return commitPoint;
  }

  public EmbedderChoice embedder() {
    return embedder;
  }

  public boolean hasRights() {
    return commitPoint.manifest().settings().hasRights();
  }

  /**
   * Returns a supplier of this state. The supplier throws an exception if the index has been
   * closed.
   */
  Supplier<IndexState> pin() {
    return this::requireOpen;
  }

  public IndexState requireOpen() {
    if (isClosed.getAsBoolean()) {
      throw new IllegalStateException(location + " is closed.");
    }
    return this;
  }

  /**
   * Returns whether a semantic search is expected to work: there are sentences with vectors, and
   * the index was not opened without an embedder.
   */
  public boolean searchesByMeaning() {
    return commitPoint.manifest().embedder() != null
        && commitPoint.segments().stream().anyMatch(segment -> segment.vectors() != null)
        && !embedder.equals(EmbedderChoice.none());
  }

  Embedder queryEmbedder() {
    EmbedderInfo stored = commitPoint.manifest().embedder();
    return embedder.forQuery(stored, location);
  }

  /** Returns the ids of all documents in corpus order. */
  public List<String> documentIds() {
    return commitPoint
        .documents()
        .map(DocumentRef::id)
        .sorted(CorpusOrder::compareCodePoints)
        .toList();
  }

  /** Returns the metadata keys of all documents in code point order, without duplicates. */
  public List<String> metadataKeys() {
    return commitPoint
        .documents()
        .map(each -> each.segment().chunks().readDocument(each.document()))
        .flatMap(document -> document.metadata().keySet().stream())
        .distinct()
        .sorted(CorpusOrder::compareCodePoints)
        .toList();
  }

  /**
   * Returns the file of a document. A link that leads out of the folder of the source is not
   * followed.
   */
  public Optional<Path> file(String documentId) {
    for (Segment segment : commitPoint.segments()) {
      OptionalInt document = segment.chunks().findDocument(documentId);
      if (document.isPresent() && segment.isLive(document.getAsInt())) {
        String source = segment.chunks().readDocument(document.getAsInt()).origin().source();
        SourceRecord record = commitPoint.manifest().sources().get(SourceFingerprint.of(source));
        return record == null || record.path().isEmpty()
            ? Optional.empty()
            : file(record.path(), source, documentId);
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> file(String path, String source, String documentId) {
    boolean isBelow = documentId.startsWith(source + "/");
    if (!isBelow && !documentId.equals(source)) {
      return Optional.empty();
    }
    try {
      Path root = Path.of(path);
      Path below = Path.of(isBelow ? documentId.substring(source.length() + 1) : "");
      Path real = root.resolve(below).toRealPath();
      boolean isOwn = below.equals(below.normalize()) && real.startsWith(root);
      return isOwn && Files.isRegularFile(real) ? Optional.of(real) : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
