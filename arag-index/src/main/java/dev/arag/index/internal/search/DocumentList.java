package dev.arag.index.internal.search;

import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.CorpusOrder;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.StoredDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/** The documents of an index that are in scope, in corpus order. Immutable. */
final class DocumentList {
  private final List<ScopedSegment> segments;

  /** The number of the segment in the high half, the number of the document in the low half. */
  private final long[] places;

  private DocumentList(List<ScopedSegment> segments, long[] places) {
    this.segments = segments;
    this.places = places;
  }

  /** The documents of one segment, in corpus order, from the current one on. */
  private static final class Cursor {
    private final int segment;
    private final ChunksReader chunks;
    private final int[] sorted;
    private int at;
    private String id = "";

    Cursor(int segment, ScopedSegment scoped) {
      this.segment = segment;
      this.chunks = scoped.segment().chunks();
      this.sorted = sorted(scoped);
    }

    private static int[] sorted(ScopedSegment scoped) {
      ChunksReader chunks = scoped.segment().chunks();
      int[] byRank = new int[chunks.documents()];
      Arrays.fill(byRank, -1);
      for (int document = 0; document < byRank.length; document++) {
        if (scoped.holdsDocument(document)) {
          byRank[chunks.rank(document)] = document;
        }
      }
      return IntStream.of(byRank).filter(document -> document >= 0).toArray();
    }

    boolean isAtEnd() {
      return at == sorted.length;
    }

    void readId() {
      id = chunks.documentId(sorted[at]);
    }

    long take() {
      return (long) segment << Integer.SIZE | sorted[at++];
    }
  }

  static DocumentList of(List<ScopedSegment> segments) {
    List<Cursor> cursors = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      cursors.add(new Cursor(i, segments.get(i)));
    }
    cursors.removeIf(Cursor::isAtEnd);
    long[] places = new long[cursors.stream().mapToInt(each -> each.sorted.length).sum()];
    if (cursors.size() > 1) {
      cursors.forEach(Cursor::readId);
    }
    PriorityQueue<Cursor> smallest =
        new PriorityQueue<>(
            Comparator.comparing((Cursor each) -> each.id, CorpusOrder::compareCodePoints));
    smallest.addAll(cursors);
    for (int i = 0; i < places.length; i++) {
      Cursor next = smallest.remove();
      places[i] = next.take();
      if (!next.isAtEnd()) {
        // The last remaining segment is sorted already, so its ids need not be read.
        if (!smallest.isEmpty()) {
          next.readId();
        }
        smallest.add(next);
      }
    }
    return new DocumentList(segments, places);
  }

  /** Passes each document and its segment to an action, in corpus order. */
  void forEach(ObjIntConsumer<ScopedSegment> action) {
    for (long place : places) {
      action.accept(segments.get((int) (place >>> Integer.SIZE)), (int) place);
    }
  }

  List<CatalogueEntry> entries(Slice slice) {
    int from = Math.min(places.length, slice.offset());
    int to = (int) Math.min(places.length, (long) slice.offset() + slice.size());
    return IntStream.range(from, to)
        .mapToObj(i -> entry(segments.get((int) (places[i] >>> Integer.SIZE)), (int) places[i]))
        .toList();
  }

  private static CatalogueEntry entry(ScopedSegment scoped, int document) {
    ChunksReader chunks = scoped.segment().chunks();
    StoredDocument stored = chunks.readDocument(document);
    List<Integer> counts = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();
    scoped.forEachRange(
        chunks.firstChunk(document),
        chunks.firstChunk(document + 1),
        (first, end) -> {
          counts.add(end - first);
          lengths.add(chunks.characters(first, end, stored.titleLine()));
        });
    return new CatalogueEntry(
        stored.id(),
        stored.origin().source(),
        stored.title() == null ? stored.id() : stored.title(),
        stored.metadata(),
        lengths.stream().mapToLong(Integer::longValue).sum(),
        counts.stream().mapToInt(Integer::intValue).sum());
  }
}
