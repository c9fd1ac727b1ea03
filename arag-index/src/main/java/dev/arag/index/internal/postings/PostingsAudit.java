package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.ProblemCollector;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * Checks whether the postings of a file are those of its chunks. A sum of hashes of all occurrences
 * compares them, because the keys of a large index do not fit in memory. Use one instance per
 * check. Not thread-safe.
 */
public final class PostingsAudit {
  private final PostingsReader reader;
  private final ProblemCollector problems;
  private final ObjIntConsumer<KeySink> chunkKeys;
  private long expected;
  private long stored;

  /**
   * @param chunkKeys passes the keys of a chunk to the sink; throws a {@link
   *     dev.arag.core.error.CorruptIndexException} if the chunk has an invalid record
   */
  public PostingsAudit(
      PostingsReader reader, ProblemCollector problems, ObjIntConsumer<KeySink> chunkKeys) {
    this.reader = reader;
    this.problems = problems;
    this.chunkKeys = chunkKeys;
  }

  public void run() {
    for (int i = 0; i < reader.chunks(); i++) {
      int chunk = i;
      problems.check(reader.place(chunk), () -> checkChunk(chunk));
    }
    problems.check(0, this::checkKeys);
    problems.check(0, this::checkRowsAndEnd);
  }

  private void checkChunk(int chunk) {
    Set<String> once = new HashSet<>();
    chunkKeys.accept(
        (bytes, start, end, position, isCounted) -> {
          String key = StoredKey.latin1(Arrays.copyOfRange(bytes, start, end));
          if (isCounted || once.add(position + " " + key)) {
            expected += hash(key, chunk, position);
          }
        },
        chunk);
  }

  private void checkKeys() {
    KeyCursor keys = new KeyCursor(0, reader);
    while (keys.next()) {
      PostingCursor postings = reader.postings(keys.key());
      while (postings.next()) {
        long one = hash(keys.key().latin1(), postings.chunk(), postings.position());
        stored += postings.count() * one;
      }
    }
    problems.require(
        expected == stored,
        reader.recordBytes(),
        "the postings of the keys do not match the chunks");
  }

  private static long hash(String key, int chunk, int position) {
    return mix(mix(mix(key.hashCode()) + chunk) + position);
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L + 1;
  }

  private void checkRowsAndEnd() {
    problems.require(
        reader.hasRightRows(), reader.recordBytes(), "the rows of bits do not match the keys");
    long end = reader.endBefore(reader.groups());
    problems.require(end == reader.endsOffset(), end, "some bytes belong to no group of keys");
  }
}
