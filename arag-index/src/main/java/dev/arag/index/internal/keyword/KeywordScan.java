package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.Occurrences;
import dev.arag.index.internal.postings.PostingsReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * Finds the chunks of a segment in which keywords occur. Words are counted by their postings; texts
 * that may contain another keyword are read and searched. Not thread-safe.
 */
public final class KeywordScan {
  private final SegmentKeywords segment;
  private final Occurrences occurrences;
  private final Occurrences excluded;
  private byte[] buffer = {};

  /** The chunk after the one that was read last, and the start of its text. */
  private int nextChunk = -1;

  private long nextStart;

  /**
   * @param segment the keywords of a query in the segment; several scans may use it at the same
   *     time
   */
  public KeywordScan(SegmentKeywords segment) {
    this.segment = segment;
    this.occurrences = new Occurrences(segment.query.folded().size());
    this.excluded = new Occurrences(segment.query.foldedExcluded().size());
  }

  /**
   * Searches a range of chunks in ascending order.
   *
   * @param endChunk the number of the last chunk, plus 1
   * @param matches receives the occurrences in each matching chunk and its number. The occurrences
   *     are valid only during the call, because the object is reused for the next chunk
   */
  public void search(int firstChunk, int endChunk, ObjIntConsumer<Occurrences> matches) {
    BitSet chunks = segment.chunks;
    int chunk = chunks.nextSetBit(firstChunk);
    while (chunk >= 0 && chunk < endChunk) {
      if (isMatch(chunk)) {
        matches.accept(occurrences, chunk);
      }
      chunk = chunks.nextSetBit(chunk + 1);
    }
  }

  private boolean isMatch(int chunk) {
    if (segment.decoded.get(chunk)) {
      return segment.query.count(text(chunk, StandardCharsets.UTF_8), occurrences);
    }
    String latin1 = segment.searched.get(chunk) ? text(chunk, StandardCharsets.ISO_8859_1) : "";
    count(segment.keywords, chunk, latin1, occurrences);
    if (occurrences.isEmpty()) {
      return false;
    }
    count(segment.excluded, chunk, latin1, excluded);
    return !excluded.hasWhole();
  }

  private String text(int chunk, Charset charset) {
    PostingsReader texts = segment.texts;
    long start = chunk == nextChunk ? nextStart : texts.start(chunk);
    int length = texts.length(chunk, start);
    if (buffer.length < length) {
      buffer = new byte[length];
    }
    texts.read(start, length, buffer);
    nextChunk = chunk + 1;
    nextStart = start + length;
    return new String(buffer, 0, length, charset);
  }

  private static void count(
      List<KeywordLookup> keywords, int chunk, String latin1, Occurrences occurrences) {
    occurrences.clear();
    // An iterator would be one more object for each chunk.
    for (int i = 0; i < keywords.size(); i++) {
      keywords.get(i).count(chunk, latin1, i, occurrences);
    }
  }
}
