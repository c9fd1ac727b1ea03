package dev.arag.index.internal.search;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.StoredDocument;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.scan.CallBatcher;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.spi.store.EmbedderCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of an index, restricted to a scope. Thread-safe. */
final class ScopedState {
  private final IndexState state;
  private final List<ScopedSegment> segments;
  private final SemanticSearch semantic;
  private final CallBatcher<EmbeddedQuery, List<SemanticHit>> batcher;
  private volatile @Nullable DocumentList documents;

  private ScopedState(IndexState state, List<ScopedSegment> segments) {
    this.state = state;
    this.segments = segments;
    semantic = new SemanticSearch(segments);
    batcher = new CallBatcher<>(RowScan.MAX_QUERIES, semantic::hits);
  }

  static ScopedState of(IndexState state, Scope scope) {
    return new ScopedState(
        state,
        state.commitPoint().segments().stream()
            .map(each -> ScopedSegment.of(each, scope))
            .toList());
  }

  IndexState state() {
    return state;
  }

  boolean isOf(IndexState other) {
    return state == other;
  }

  List<ScopedSegment> segments() {
    return segments;
  }

  KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return new KeywordSearch(segments, topK, offset).hits(query);
  }

  /**
   * Searches for one query. Concurrent long searches are batched so that they share one scan. Short
   * searches are not batched.
   */
  List<SemanticHit> semanticSearch(SemanticQuery query, EmbeddedQuery.Range range) {
    return semanticSearch(queries(List.of(query), range));
  }

  /** Searches for the mean of queries. The first query determines the lexical scores. */
  List<SemanticHit> meanSearch(List<SemanticQuery> queries, EmbeddedQuery.Range range) {
    List<EmbeddedQuery> embedded = queries(queries, range);
    if (embedded.isEmpty()) {
      return List.of();
    }
    Embedding mean = Embedding.mean(embedded.stream().map(EmbeddedQuery::embedding).toList());
    return semanticSearch(List.of(new EmbeddedQuery(queries.get(0), mean, range)));
  }

  private List<SemanticHit> semanticSearch(List<EmbeddedQuery> queries) {
    if (queries.isEmpty()) {
      return List.of();
    }
    return semantic.isLong() ? searchBatched(queries.get(0)) : semantic.hits(queries).get(0);
  }

  private List<SemanticHit> searchBatched(EmbeddedQuery query) {
    try {
      return batcher.call(query);
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    }
  }

  List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, EmbeddedQuery.Range range) {
    List<EmbeddedQuery> embedded = queries(queries, range);
    return embedded.isEmpty()
        ? queries.stream().map(query -> List.<SemanticHit>of()).toList()
        : semantic.hits(embedded);
  }

  /**
   * Embeds the queries. Returns an empty list if no chunk is in scope, because such a search needs
   * no embedder.
   */
  private List<EmbeddedQuery> queries(List<SemanticQuery> queries, EmbeddedQuery.Range range) {
    if (queries.isEmpty() || segments.stream().allMatch(segment -> segment.chunks() == 0)) {
      return List.of();
    }
    Embedder embedder = state.queryEmbedder();
    return queries.stream()
        .map(
            query ->
                new EmbeddedQuery(query, EmbedderCheck.embedQuery(embedder, query.text()), range))
        .toList();
  }

  List<Chunk> read(Collection<ChunkId> ids) {
    return new LinkedHashSet<>(ids).stream().flatMap(this::read).toList();
  }

  private Stream<Chunk> read(ChunkId id) {
    for (ScopedSegment each : segments) {
      OptionalInt chunk = each.segment().chunks().find(id);
      if (chunk.isPresent() && each.holds(chunk.getAsInt())) {
        return Stream.of(each.segment().chunks().read(chunk.getAsInt()));
      }
    }
    return Stream.empty();
  }

  /** Returns all documents, which are sorted on the first call. */
  DocumentList documents() {
    DocumentList sorted = documents;
    if (sorted == null) {
      sorted = DocumentList.of(segments);
      documents = sorted;
    }
    return sorted;
  }

  List<Chunk> chunksOf(String documentId) {
    return ranges(
        documentId,
        (chunks, first, end) -> IntStream.range(first, end).mapToObj(chunks::read).toList());
  }

  List<Region> regions(String documentId, int from, int to) {
    return ranges(documentId, (chunks, first, end) -> chunks.regions(first, end, from, to));
  }

  /** Reads something of a range of chunks. */
  private interface RangeReader<T> {
    List<T> read(ChunksReader chunks, int first, int end);
  }

  /** Reads the chunks of a document that are in scope. */
  private <T> List<T> ranges(String documentId, RangeReader<T> reader) {
    List<T> found = new ArrayList<>();
    for (ScopedSegment each : segments) {
      ChunksReader chunks = each.segment().chunks();
      chunks
          .findDocument(documentId)
          .ifPresent(
              document ->
                  each.forEachRange(
                      chunks.firstChunk(document),
                      chunks.firstChunk(document + 1),
                      (first, end) -> found.addAll(reader.read(chunks, first, end))));
    }
    return found;
  }

  /** Reads a document that has no chunks; empty if there is no such document in scope. */
  Optional<Document> emptyDocument(String id) {
    for (ScopedSegment each : segments) {
      ChunksReader chunks = each.segment().chunks();
      OptionalInt found = chunks.findDocument(id);
      if (found.isPresent() && each.holdsDocument(found.getAsInt())) {
        int document = found.getAsInt();
        return chunks.firstChunk(document) == chunks.firstChunk(document + 1)
            ? Optional.of(emptyDocument(chunks.readDocument(document)))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Document emptyDocument(StoredDocument stored) {
    Document.Builder document = Document.builder(stored.id(), "").title(stored.title());
    stored.metadata().forEach(document::metadata);
    return document.build();
  }
}
