package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import java.nio.charset.StandardCharsets;
import java.util.function.ObjIntConsumer;

/**
 * Finds the chunks of a segment in which keywords occur. Words are counted by their postings; texts
 * that may contain another keyword are read and searched. Not thread-safe.
 */
public final class KeywordScan {
  private final KeywordQuery query;
  private final SegmentKeywords segment;
  private final Occurrences occurrences;

  /**
   * @param segment the keywords of the query in the segment; several scans may use it at the same
   *     time
   */
  public KeywordScan(KeywordQuery query, SegmentKeywords segment) {
    this.query = query;
    this.segment = segment;
    this.occurrences = new Occurrences(query.folded().size());
  }

  /**
   * Searches a range of chunks in ascending order.
   *
   * @param endChunk the number of the last chunk, plus 1
   * @param matches receives the occurrences in each matching chunk and its number. The occurrences
   *     are valid only during the call, because the object is reused for the next chunk
   */
  public void search(int firstChunk, int endChunk, ObjIntConsumer<Occurrences> matches) {
    if (firstChunk < endChunk) {
      segment.texts().requireChunk(endChunk - 1);
    }
    for (int chunk = firstChunk; chunk < endChunk; chunk++) {
      if (segment.isAllowed(chunk) && isMatch(chunk)) {
        matches.accept(occurrences, chunk);
      }
    }
  }

  private boolean isMatch(int chunk) {
    if (segment.needsText(chunk)) {
      byte[] folded = segment.texts().record(chunk);
      return query.count(new String(folded, StandardCharsets.UTF_8), occurrences);
    }
    return segment.count(chunk, occurrences);
  }
}
