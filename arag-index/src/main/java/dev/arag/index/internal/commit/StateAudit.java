package dev.arag.index.internal.commit;

import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.DamageListener;
import dev.arag.index.internal.file.ProblemCollector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks whether files with correct checksums are consistent. A writer with a bug can write invalid
 * contents with correct checksums. Ids are looked up in the segments, so the ids of the whole index
 * are never held in memory. Use one instance per check. Not thread-safe.
 */
final class StateAudit {
  private final Manifest manifest;
  private final Map<StoredFile, BlockReader> files;
  private final Function<String, DamageListener> listeners;
  private final Map<String, ProblemCollector> problems = new LinkedHashMap<>();

  /**
   * @param files the readers of all files that the manifest lists
   * @param listeners returns the listener for the problems of a file, given its name
   */
  StateAudit(
      Manifest manifest,
      Map<StoredFile, BlockReader> files,
      Function<String, DamageListener> listeners) {
    this.manifest = manifest;
    this.files = files;
    this.listeners = listeners;
  }

  void run() {
    checkManifest();
    List<Segment> valid = new ArrayList<>();
    for (SegmentEntry entry : manifest.segments()) {
      SegmentAudit audit =
          new SegmentAudit(entry, manifest.embedder(), this::reader, this::problemsOf);
      audit.run().ifPresent(segment -> checkAgainst(segment, valid));
    }
    problems.values().forEach(ProblemCollector::finish);
  }

  private BlockReader reader(StoredFile file) {
    return Objects.requireNonNull(files.get(file), "file was not opened");
  }

  private ProblemCollector problemsOf(StoredFile file) {
    return problemsOf(file.name());
  }

  private ProblemCollector problemsOf(String file) {
    return problems.computeIfAbsent(file, name -> new ProblemCollector(listeners.apply(name)));
  }

  private void require(boolean isRight, String problem) {
    problemsOf(FileNames.MANIFEST).require(isRight, 0, problem);
  }

  private void checkManifest() {
    EmbedderInfo embedder = manifest.embedder();
    require(manifest.generation() > 0, "its generation is 0 but must be positive");
    require(
        manifest.settings().chunkTokens() > 0, "its chunk size is 0 tokens but must be positive");
    require(
        embedder == null || embedder.dimension() > 0,
        "its embedder has dimension 0 but must have a positive dimension");
    Set<String> names = new HashSet<>();
    for (SegmentEntry entry : manifest.segments()) {
      entry.files().forEach(file -> checkListed(file, names));
      checkVectors(entry);
      require(
          (entry.mentions() != null) == (manifest.finder() != null),
          "it lists "
              + entry.chunks().name()
              + (entry.mentions() == null
                  ? " without mentions, but has a finder of mentions"
                  : " with mentions but no finder of them"));
    }
  }

  private void checkListed(StoredFile file, Set<String> names) {
    require(names.add(file.name()), "it lists " + file.name() + " twice");
    require(
        file.number() > 0 && file.number() < manifest.nextNumber(),
        "it lists " + file.name() + " and " + manifest.nextNumber() + " as the next number");
  }

  private void checkVectors(SegmentEntry entry) {
    boolean hasVectors = entry.vectors() != null;
    boolean hasEmbedder = manifest.embedder() != null;
    require(
        hasVectors == hasEmbedder,
        "it lists "
            + entry.chunks().name()
            + (hasVectors
                ? " with vectors but no embedder"
                : " without vectors, but has an embedder"));
  }

  /**
   * Checks that no document or chunk id of a segment also occurs in another segment. Deleted
   * documents are ignored.
   */
  private void checkAgainst(Segment segment, List<Segment> others) {
    if (!others.isEmpty()) {
      ProblemCollector found = problemsOf(segment.entry().chunks());
      ChunksReader chunks = segment.chunks();
      for (int i = 0; i < chunks.documents(); i++) {
        int document = i;
        found.check(
            chunks.entryOffset(document), () -> checkDocument(segment, document, others, found));
      }
    }
    others.add(segment);
  }

  private static void checkDocument(
      Segment segment, int document, List<Segment> others, ProblemCollector found) {
    if (!segment.isLive(document)) {
      return;
    }
    ChunksReader chunks = segment.chunks();
    String id = chunks.documentId(document);
    long place = chunks.entryOffset(document);
    int first = chunks.firstChunk(document);
    int end = chunks.firstChunk(document + 1);
    for (Segment other : others) {
      requireNone(other, other.chunks().findDocument(id), "document " + id, place, found);
      for (int chunk = first; chunk < end; chunk++) {
        ChunkId chunkId = chunks.chunkId(chunk);
        OptionalInt same = other.chunks().find(chunkId);
        OptionalInt holder =
            same.isPresent() ? OptionalInt.of(other.chunks().document(same.getAsInt())) : same;
        requireNone(other, holder, "chunk " + chunkId, place, found);
      }
    }
  }

  /**
   * @param document the document in the other segment that has the same id or contains the same
   *     chunk id; empty if there is none
   */
  private static void requireNone(
      Segment other, OptionalInt document, String what, long place, ProblemCollector found) {
    boolean isThere = document.isPresent() && other.isLive(document.getAsInt());
    found.require(!isThere, place, what + " is also in " + other.entry().chunks().name());
  }
}
