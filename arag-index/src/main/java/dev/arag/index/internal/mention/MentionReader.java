package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.graph.Mention;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.file.RecordReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a mentions file, whose format is described in {@link MentionWriter}. Thread-safe. */
public final class MentionReader {
  /** The fewest bytes of a key and its postings. */
  private static final long MIN_KEY_BYTES = 5;

  private final BlockReader file;
  private final int chunks;
  private final long keys;
  private final long postings;

  /** The first keys of the groups that a search has read, because every search reads the same. */
  private final AtomicReferenceArray<byte @Nullable []> firstKeys;

  private MentionReader(BlockReader file, int chunks, long keys, long postings) {
    this.file = file;
    this.chunks = chunks;
    this.keys = keys;
    this.postings = postings;
    firstKeys = new AtomicReferenceArray<>((int) groups(keys));
  }

  public static MentionReader of(BlockReader file) {
    long trailer = file.length() - MentionWriter.TRAILER_BYTES;
    long chunks = file.readLong(trailer);
    long keys = file.readLong(trailer + Long.BYTES);
    long postings = file.readLong(trailer + 2 * Long.BYTES);
    boolean isPossible =
        chunks >= 0
            && chunks < Integer.MAX_VALUE
            && chunks <= trailer / Long.BYTES
            && keys >= 0
            && keys <= trailer / MIN_KEY_BYTES
            && keys / MentionWriter.GROUP < Integer.MAX_VALUE
            && postings >= keys
            && tableBytes(chunks, keys) <= trailer;
    if (!isPossible) {
      throw file.corrupt(
          trailer,
          "sizes are impossible: "
              + chunks
              + " chunks, "
              + keys
              + " keys, "
              + postings
              + " postings");
    }
    return new MentionReader(file, (int) chunks, keys, postings);
  }

  private static long tableBytes(long chunks, long keys) {
    return chunks * Long.BYTES + groups(keys) * MentionWriter.BLOCK_ENTRY_BYTES;
  }

  private static long groups(long keys) {
    return (keys + MentionWriter.GROUP - 1) / MentionWriter.GROUP;
  }

  /**
   * Throws an exception if the file was truncated while it was open.
   *
   * @see BlockReader#requireWhole
   */
  public void requireWhole() {
    file.requireWhole();
  }

  public int chunks() {
    return chunks;
  }

  public long keys() {
    return keys;
  }

  /** Returns the number of postings, which counts each form of a key in a sentence once. */
  public long postings() {
    return postings;
  }

  // ---- records of chunks

  private long endsOffset() {
    return file.length() - MentionWriter.TRAILER_BYTES - tableBytes(chunks, keys);
  }

  private long endAt(int chunk) {
    return endsOffset() + (long) chunk * Long.BYTES;
  }

  /** Returns the offset of the end of the record of a chunk. */
  private long end(int chunk) {
    return chunk < 0 ? 0 : file.readLong(endAt(chunk));
  }

  /** Returns the record of a chunk as it is stored. */
  byte[] record(int chunk) {
    long start = start(chunk);
    return file.read(start, end(chunk) - start);
  }

  private long start(int chunk) {
    if (chunk < 0 || chunk >= chunks) {
      throw file.corrupt(endsOffset(), "there is no chunk " + chunk);
    }
    long start = end(chunk - 1);
    long end = end(chunk);
    if (start < 0 || end < start || end > endsOffset()) {
      throw file.corrupt(endAt(chunk), "a record from " + start + " to " + end + " is impossible");
    }
    return start;
  }

  /** Returns the mentions of a chunk by sentence, start and length. */
  List<StoredMention> mentions(int chunk) {
    long start = start(chunk);
    RecordReader in = RecordReader.of(file, start, end(chunk) - start);
    List<StoredMention> mentions = new ArrayList<>();
    int sentence = 0;
    int place = 0;
    while (!in.isAtEnd()) {
      int distance = in.readInt();
      place = in.readInt() + (distance == 0 ? place : 0);
      sentence += distance;
      if (sentence < 0 || place < 0) {
        throw in.corrupt("a mention is in an unknown sentence");
      }
      mentions.add(new StoredMention(sentence, place, in.readInt()));
    }
    return mentions;
  }

  /**
   * Returns the mentions of a chunk, ordered by sentence, then by key.
   *
   * @param text the chunk, whose text contains the mentions
   */
  public List<Mention> mentions(Chunk text, int chunk) {
    SortedMap<Integer, SortedMap<String, Integer>> counts = new TreeMap<>();
    for (StoredMention mention : mentions(chunk)) {
      String key = mention.isIn(text) ? mention.key(text) : "";
      if (key.isBlank()) {
        throw file.corrupt(endAt(chunk), "a mention is not in the text of " + text.id());
      }
      counts
          .computeIfAbsent(
              mention.sentence(), each -> new TreeMap<>(CorpusOrder::compareCodePoints))
          .merge(key, 1, Integer::sum);
    }
    List<Mention> mentions = new ArrayList<>();
    counts.forEach(
        (sentence, keys) ->
            keys.forEach((key, count) -> mentions.add(new Mention(key, sentence, count))));
    return mentions;
  }

  // ---- keys

  /** Returns the number of groups. The last group may have fewer keys than the others. */
  int groups() {
    return (int) groups(keys);
  }

  private long blockAt(int group) {
    return endAt(chunks) + (long) group * MentionWriter.BLOCK_ENTRY_BYTES;
  }

  private RecordReader block(int group) {
    long offset = file.readLong(blockAt(group));
    long length = file.readInt(blockAt(group) + Long.BYTES);
    if (offset < 0 || length < KeyWords.BYTES || offset + length > endsOffset()) {
      throw file.corrupt(blockAt(group), "a block of keys at " + offset + " is impossible");
    }
    return RecordReader.of(file, offset, length);
  }

  /** Reads the keys of one group. Not thread-safe. */
  private final class GroupKeys {
    private final RecordReader in;
    private final long end;
    private int left;
    private byte[] key = {};
    private long start;

    GroupKeys(int group) {
      in = block(group);
      in.readBytes(KeyWords.BYTES);
      end = file.readLong(blockAt(group));
      start = end - in.readNumber();
      left = (int) Math.min(MentionWriter.GROUP, keys - (long) group * MentionWriter.GROUP);
      if (start < 0) {
        throw in.corrupt("the postings of a group are too long");
      }
    }

    boolean hasNext() {
      if (left == 0) {
        in.requireEnd();
        if (start != end) {
          throw in.corrupt("the postings of a group are too short");
        }
      }
      return left > 0;
    }

    /** Reads the next key. Its forms and postings must be read before the next call. */
    byte[] nextKey() {
      left--;
      int shared = in.readInt();
      if (shared > key.length) {
        throw in.corrupt("a key is longer than the key before");
      }
      byte[] rest = in.readBytes(in.readCount());
      byte[] next = Arrays.copyOf(key, shared + rest.length);
      System.arraycopy(rest, 0, next, shared, rest.length);
      key = next;
      return next;
    }

    void skipEntry() {
      in.skipTexts();
      start += readLength(in.readNumber());
    }

    /** Returns the length of the postings of a key in bytes. */
    private long readLength(long count) {
      long length = in.readNumber();
      if (count < 1 || count > length || length > end - start) {
        throw in.corrupt("a key has " + count + " postings of " + length + " bytes");
      }
      return length;
    }

    StoredKey readEntry() {
      List<String> forms = in.readTexts();
      long count = in.readNumber();
      long length = readLength(count);
      String text = new String(key, StandardCharsets.UTF_8);
      long first = start;
      start += length;
      return new StoredKey(text, forms.isEmpty() ? List.of(text) : forms, count, first, length);
    }
  }

  /** Reads the keys of a group. */
  List<StoredKey> group(int group) {
    GroupKeys stored = new GroupKeys(group);
    List<StoredKey> found = new ArrayList<>();
    while (stored.hasNext()) {
      stored.nextKey();
      found.add(stored.readEntry());
    }
    return found;
  }

  /** Finds a key. */
  public Optional<StoredKey> find(String key) {
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    int low = 0;
    int high = groups() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(firstKey(middle), utf8) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return keys == 0 ? Optional.empty() : find(utf8, new GroupKeys(low));
  }

  private byte[] firstKey(int group) {
    byte[] known = firstKeys.get(group);
    if (known != null) {
      return known;
    }
    byte[] first = new GroupKeys(group).nextKey();
    firstKeys.set(group, first);
    return first;
  }

  private static Optional<StoredKey> find(byte[] key, GroupKeys stored) {
    while (stored.hasNext()) {
      int order = Arrays.compareUnsigned(stored.nextKey(), key);
      if (order >= 0) {
        return order == 0 ? Optional.of(stored.readEntry()) : Optional.empty();
      }
      stored.skipEntry();
    }
    return Optional.empty();
  }

  /** Passes the keys that contain a word to a consumer, in ascending order. */
  public void forEachWith(String word, Consumer<StoredKey> action) {
    int bit = KeyWords.bit(word);
    for (int i = 0; i < groups(); i++) {
      if (KeyWords.has(block(i).readBytes(KeyWords.BYTES), bit)) {
        group(i).stream().filter(key -> KeyWords.of(key.key()).contains(word)).forEach(action);
      }
    }
  }

  /** Returns the postings of a key of this file. */
  public PostingCursor postings(StoredKey key) {
    return new PostingCursor(file, key, chunks);
  }

  // ---- verification

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   */
  public void audit(ChunksReader texts, ProblemCollector problems) {
    new MentionAudit(this, texts, problems).run();
  }

  /** Returns whether the bits of a group are those of its keys. */
  boolean hasRightWords(int group, List<StoredKey> found) {
    KeyWords expected = new KeyWords();
    found.forEach(key -> expected.add(key.key()));
    return Arrays.equals(block(group).readBytes(KeyWords.BYTES), expected.take());
  }

  /** Returns the end of the part of the body that precedes the postings of a group. */
  long endBefore(int group) {
    return group == 0
        ? end(chunks - 1)
        : file.readLong(blockAt(group - 1)) + file.readInt(blockAt(group - 1) + Long.BYTES);
  }

  /** Returns the offset at which the tables start. */
  long tables() {
    return endsOffset();
  }

  long offsetOf(int chunk) {
    return endAt(chunk);
  }

  long offsetOfGroup(int group) {
    return blockAt(group);
  }

  CorruptIndexException corrupt(long offset, String problem) {
    return file.corrupt(offset, problem);
  }
}
