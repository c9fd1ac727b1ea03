package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.text.Chunk;
import dev.arag.index.Workload.State;
import dev.arag.index.internal.commit.FileNames;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.SegmentEntry;
import dev.arag.index.internal.commit.StoredFile;
import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads the contents of an index through the public API and checks that they are consistent. */
final class IndexContents {
  private IndexContents() {}

  /** Opens and verifies the index in a store, reads all documents, and checks search results. */
  static State in(Store store) {
    VerifyReport report;
    try (Index index = Index.builder(store).withoutEmbeddings().open()) {
      report = Index.verify(store);
      assertThat(report.problems()).isEmpty();
      return of(index);
    } catch (IndexNotFoundException e) {
      return State.NONE;
    }
  }

  /** Returns the contents of an open index. */
  static State of(Index index) {
    IndexStats stats = index.stats();
    if (stats.generation() == 0) {
      return State.NONE;
    }
    MentionRecount.compare(index);
    SortedMap<String, String> texts = texts(index);
    assertThat(stats.documents()).isEqualTo(texts.size());
    for (String id : texts.keySet()) {
      requireFound(index, id, texts.get(id));
      break;
    }
    return new State(texts, stats.dimension(), Set.of());
  }

  /** Returns all chunks of an index in storage order. */
  static List<Chunk> chunks(Index index) {
    return index
        .currentState()
        .commitPoint()
        .documents()
        .map(each -> each.segment().chunks().chunksOf(each.document()))
        .flatMap(chunks -> StreamSupport.stream(chunks.spliterator(), false))
        .toList();
  }

  private static SortedMap<String, String> texts(Index index) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (Chunk chunk : IndexContents.chunks(index)) {
      texts.merge(
          chunk.location().documentId(),
          Workload.plain(chunk.text()),
          (first, next) -> first + next);
    }
    return texts;
  }

  private static void requireFound(Index index, String id, String text) {
    assertThat(index.keywordSearch(List.of(Workload.mark(text)), 5).hits())
        .extracting(hit -> hit.location().documentId())
        .containsExactly(id);
  }

  /**
   * Requires that the stored vectors match the texts: a search for a stored sentence must find a
   * sentence with a score near 1.
   */
  static void requireMatchingVectors(Store store, State state) {
    try (Index index = Index.builder(store).embedder(state.embedder()).open()) {
      List<Chunk> chunks = IndexContents.chunks(index);
      String sentence = chunks.get(chunks.size() - 1).sentences().get(0).text();
      assertThat(index.semanticSearch(sentence, 1).get(0).score()).isGreaterThan(0.999);
    }
  }

  /**
   * Requires that a store contains only files of the published commit. Computed vectors of another
   * embedder may remain.
   */
  static void requireNothingElse(Store store) throws IOException {
    Manifest manifest = Manifest.read(store);
    SortedSet<String> published = new TreeSet<>(Set.of(FileNames.MANIFEST));
    manifest
        .segments()
        .forEach(segment -> files(segment).forEach(file -> published.add(file.name())));
    assertThat(store.list())
        .filteredOn(name -> FileNames.computedNumber(name) < 0)
        .containsExactlyElementsOf(published);
  }

  private static Stream<@Nullable StoredFile> files(SegmentEntry segment) {
    return Stream.of(
            segment.chunks(),
            segment.keywords(),
            segment.vectors(),
            segment.diagnostics(),
            segment.deletes(),
            segment.mentions())
        .flatMap(Stream::ofNullable);
  }

  /** Returns the markers that occur in the bytes of any file. */
  static Set<String> markers(Store store) throws IOException {
    Set<String> markers = new TreeSet<>();
    for (String name : store.list()) {
      Input input = store.open(name);
      byte[] bytes = new byte[(int) input.length()];
      input.read(0, bytes, 0, bytes.length);
      input.close();
      addMarkers(new String(bytes, StandardCharsets.ISO_8859_1), markers);
    }
    return markers;
  }

  private static void addMarkers(String bytes, Set<String> markers) {
    int length = Workload.MARK.length() + Workload.MARK_DIGITS;
    int at = bytes.indexOf(Workload.MARK);
    while (at >= 0 && at + length <= bytes.length()) {
      markers.add(bytes.substring(at, at + length));
      at = bytes.indexOf(Workload.MARK, at + 1);
    }
  }
}
