package dev.arag.index.internal.search;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindQuery.Literal;
import dev.arag.core.find.FindResult;
import dev.arag.core.internal.find.FindScan;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.StoredDocument;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.keyword.KeywordScan;
import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.postings.PostingsReader;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the matches of a query. The keywords file of each segment tells which chunks contain the
 * literals of the query; only these are read.
 */
final class FindSearch {
  private final FindQuery query;
  private final FindScan scan;
  private final Map<ScopedSegment, BitSet> candidates = new IdentityHashMap<>();

  FindSearch(FindQuery query, int limit, int offset) {
    this.query = query;
    this.scan = new FindScan(query, limit, offset);
  }

  /**
   * @throws dev.arag.core.error.CorpusException if this thread is interrupted; the interrupt flag
   *     stays set
   */
  FindResult find(DocumentList documents) {
    documents.forEach(this::add);
    return scan.result();
  }

  private void add(ScopedSegment segment, int document) {
    ChunksReader chunks = segment.segment().chunks();
    int first = chunks.firstChunk(document);
    int end = chunks.firstChunk(document + 1);
    BitSet allowed = segment.allowed();
    int inScope = allowed == null ? end - first : allowed.get(first, end).cardinality();
    BitSet found = candidates.computeIfAbsent(segment, this::candidates);
    int next = found.nextSetBit(first);
    if (next < 0 || next >= end || scan.isOver()) {
      scan.skip(inScope);
      return;
    }
    Interruptions.check();
    StoredDocument stored = chunks.readDocument(document);
    scan.add(
        stored.id(),
        stored.origin().source(),
        stored.metadata(),
        inScope,
        () -> read(chunks, found.get(first, end), first));
  }

  private static List<Chunk> read(ChunksReader chunks, BitSet found, int first) {
    return found.stream().mapToObj(chunk -> chunks.read(first + chunk)).toList();
  }

  /** Returns the chunks in scope that, or whose documents, contain all literals. */
  private BitSet candidates(ScopedSegment segment) {
    ChunksReader chunks = segment.segment().chunks();
    BitSet found = new BitSet();
    segment.forEachRange(0, chunks.chunks(), found::set);
    for (Literal literal : query.literals()) {
      BitSet with = chunksWith(literal, segment.segment().keywords(), found);
      if (query.unit() == FindQuery.Unit.DOCUMENT) {
        for (int chunk = with.nextSetBit(0); chunk >= 0; ) {
          int document = chunks.document(chunk);
          int end = chunks.firstChunk(document + 1);
          with.set(chunks.firstChunk(document), end);
          chunk = with.nextSetBit(end);
        }
      }
      found.and(with);
    }
    return found;
  }

  private static BitSet chunksWith(Literal literal, PostingsReader keywords, BitSet allowed) {
    Interruptions.check();
    BitSet with = new BitSet();
    KeywordQuery keyword = KeywordQuery.of(List.of(literal.text()));
    new KeywordScan(new SegmentKeywords(keyword, keywords, allowed))
        .search(
            0,
            keywords.chunks(),
            (occurrences, chunk) -> with.set(chunk, !literal.isWord() || occurrences.hasWhole()));
    return with;
  }
}
