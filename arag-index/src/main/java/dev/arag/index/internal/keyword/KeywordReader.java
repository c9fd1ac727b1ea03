package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import dev.arag.index.internal.file.BlockReader;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/** Searches a keywords file. Safe for use by several threads. */
public final class KeywordReader {
  private final BlockReader file;
  private final int chunks;
  private final long ends;

  /** Takes what a search finds. */
  @FunctionalInterface
  public interface Matches {
    void add(int chunk, Occurrences occurrences);
  }

  private KeywordReader(BlockReader file, int chunks, long ends) {
    this.file = file;
    this.chunks = chunks;
    this.ends = ends;
  }

  public static KeywordReader of(BlockReader file) {
    long trailer = file.length() - Long.BYTES;
    long chunks = file.readLong(trailer);
    if (chunks < 0 || chunks > trailer / Long.BYTES || chunks >= Integer.MAX_VALUE) {
      throw file.corrupt(trailer, "it claims " + chunks + " chunks");
    }
    return new KeywordReader(file, (int) chunks, trailer - chunks * Long.BYTES);
  }

  public int chunks() {
    return chunks;
  }

  /** Finds the keywords in every chunk in scope, in the order of the chunks. */
  public void search(KeywordQuery query, IntPredicate inScope, Matches matches) {
    for (int chunk = 0; chunk < chunks; chunk++) {
      if (inScope.test(chunk)) {
        int found = chunk;
        query.occurrencesIn(text(chunk)).ifPresent(each -> matches.add(found, each));
      }
    }
  }

  private String text(int chunk) {
    return new String(bytes(chunk), StandardCharsets.UTF_8);
  }

  /** How long all folded texts are together, in bytes. */
  public long length() {
    return ends;
  }

  /** The folded text of a chunk in UTF-8. */
  public byte[] bytes(int chunk) {
    if (chunk < 0 || chunk >= chunks) {
      throw file.corrupt(ends, "there is no chunk " + chunk);
    }
    long start = start(chunk);
    long end = end(chunk);
    if (start < 0 || start > end || end > ends) {
      throw file.corrupt(endAt(chunk), "a text goes from " + start + " to " + end);
    }
    return file.read(start, end - start);
  }

  /**
   * Where in the body a folded text starts.
   *
   * @param chunk may be one more than the last, for the end
   */
  public long start(int chunk) {
    return chunk == 0 ? 0 : end(chunk - 1);
  }

  private long end(int chunk) {
    return file.readLong(endAt(chunk));
  }

  private long endAt(int chunk) {
    return ends + (long) chunk * Long.BYTES;
  }
}
