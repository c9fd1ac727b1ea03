package dev.arag.index.internal.chunks;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Region;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.spi.split.Splitter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a chunks file. Texts are not cached on the heap. If the contents are inconsistent, methods
 * throw a {@link CorruptIndexException}. Thread-safe.
 */
public final class ChunksReader {
  private static final int KEYS_AT_ONCE = 4096;

  /** The maximum length of the two numbers with which a block of a document begins. */
  private static final int BLOCK_HEAD_BYTES = 18;

  private final BlockReader file;
  private final ChunksLayout layout;
  private final IdTable documentIds;
  private final IdTable chunkIds;

  private ChunksReader(BlockReader file, ChunksLayout layout) {
    this.file = file;
    this.layout = layout;
    this.documentIds = new IdTable(file, layout.documentIds(), documents());
    this.chunkIds = new IdTable(file, layout.chunkIds(), chunks());
  }

  /**
   * Throws an exception if the file was truncated while it was open.
   *
   * @see BlockReader#requireWhole
   */
  public void requireWhole() {
    file.requireWhole();
  }

  public static ChunksReader of(BlockReader file) {
    return new ChunksReader(file, ChunksLayout.read(file));
  }

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   *
   * @param chunks receives every readable chunk and its number, in ascending order
   */
  public void audit(ProblemCollector problems, ObjIntConsumer<Chunk> chunks) {
    new ChunksAudit(file, layout, this, problems).run(chunks);
  }

  IdTable documentIds() {
    return documentIds;
  }

  IdTable chunkIds() {
    return chunkIds;
  }

  public int documents() {
    return (int) layout.documents();
  }

  public int chunks() {
    return (int) layout.chunks();
  }

  public long sentences() {
    return layout.sentences();
  }

  /** Returns the number of the chunk with this id; empty if the file does not contain the chunk. */
  public OptionalInt find(ChunkId id) {
    return chunkIds.find(id.value(), chunk -> chunkId(chunk).value());
  }

  /**
   * Returns the number of the document with this id; empty if the file does not contain the
   * document.
   */
  public OptionalInt findDocument(String id) {
    return documentIds.find(id, this::documentId);
  }

  /** Returns the chunks of a document, each of which is read when it is asked for. */
  public Iterable<Chunk> chunksOf(int document) {
    return () ->
        IntStream.range(firstChunk(document), firstChunk(document + 1))
            .mapToObj(this::read)
            .iterator();
  }

  /** Reads a chunk with all its sentences. */
  public Chunk read(int chunk) {
    int document = document(chunk);
    if (chunk < firstChunk(document) || chunk >= firstChunk(document + 1)) {
      throw corruptChunk(chunk, "the chunk is not among the chunks of its document");
    }
    try {
      Chunk read =
          ChunkRecord.read(
              chunkRecord(chunk),
              readDocument(document),
              tables(document),
              neighbour(chunk - 1, document),
              neighbour(chunk + 1, document));
      return requireSentences(chunk, read);
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException(
          file.file() + " has an invalid chunk " + chunk + ": " + e.getMessage(), e);
    }
  }

  private Chunk requireSentences(int number, Chunk chunk) {
    if (chunk.sentences().size() != sentenceCount(number)) {
      throw corruptChunk(
          number, "its number of sentences differs from the count in the chunks table");
    }
    return chunk;
  }

  private @Nullable ChunkId neighbour(int chunk, int document) {
    boolean inDocument = chunk >= 0 && chunk < chunks() && document(chunk) == document;
    return inDocument ? chunkId(chunk) : null;
  }

  /** Returns the id of a chunk without reading its text. */
  public ChunkId chunkId(int chunk) {
    return ChunkRecord.readId(chunkRecord(chunk));
  }

  /**
   * Returns the length of the text of adjacent chunks of one document without its title line, in
   * UTF-16 units. Decodes only the text of the last chunk.
   *
   * @param endChunk the number of the last chunk, plus 1; {@code firstChunk} for no chunks
   * @param titleLine the length of the title line of the document
   */
  public int characters(int firstChunk, int endChunk, int titleLine) {
    return firstChunk == endChunk
        ? 0
        : Math.max(titleLine, ChunkRecord.readEnd(chunkRecord(endChunk - 1)))
            - Math.max(titleLine, ChunkRecord.readOffset(chunkRecord(firstChunk)));
  }

  RecordReader chunkRecord(int chunk) {
    byte[] entry = file.read(layout.chunkAt(requireChunk(chunk)), ChunksLayout.CHUNK_BYTES);
    return record(layout.chunkAt(chunk), entry, ChunksLayout.CHUNK_LENGTH);
  }

  RecordReader documentRecord(int document) {
    byte[] entry =
        file.read(layout.documentAt(requireDocument(document)), ChunksLayout.DOCUMENT_BYTES);
    return record(layout.documentAt(document), entry, ChunksLayout.DOCUMENT_LENGTH);
  }

  /** Returns the blocks of a document, which are between its record and the next one. */
  RecordReader blocks(int document) {
    long start = startOfBlocks(document);
    return RecordReader.of(file, start, startAfterBlocks(document) - start);
  }

  /** Makes a reader of a block from the offset of its contents and their length in bytes. */
  private interface BlockOpener<T> {
    T open(BlockReader file, long start, long length);
  }

  /** Opens the first block of a kind; its length is 0 if there is none. Reads no other block. */
  private <T> T block(int document, int kind, BlockOpener<T> opener) {
    long at = startOfBlocks(document);
    long end = startAfterBlocks(document);
    while (at < end) {
      RecordReader block = RecordReader.of(file, at, Math.min(BLOCK_HEAD_BYTES, end - at));
      boolean isWanted = block.readNumber() == kind;
      long length = block.readNumber();
      at += block.position();
      if (length > end - at) {
        throw corruptDocument(document, "a block is longer than all blocks");
      }
      if (isWanted) {
        return opener.open(file, at, length);
      }
      at += length;
    }
    return opener.open(file, at, 0);
  }

  /** Returns the tables of a document. */
  StoredTables tables(int document) {
    return block(document, ChunksLayout.TABLES, StoredTables::new);
  }

  /** Returns the places of the text of a document on its pages. */
  StoredLayouts layouts(int document) {
    return block(document, ChunksLayout.LAYOUTS, StoredLayouts::new);
  }

  /**
   * Returns the rectangles around a range of the text of a document, without text outside of the
   * given chunks, which are adjacent chunks of the document.
   */
  public List<Region> regions(int firstChunk, int endChunk, int from, int to) {
    if (firstChunk == endChunk) {
      return List.of();
    }
    int document = document(firstChunk);
    int titleLine = readDocument(document).titleLine();
    int start = ChunkRecord.readOffset(chunkRecord(firstChunk)) - titleLine;
    int end = ChunkRecord.readEnd(chunkRecord(endChunk - 1)) - titleLine;
    return layouts(document).regions(Math.max(from, start), Math.min(to, end));
  }

  private long startOfBlocks(int document) {
    long entry = layout.documentAt(requireDocument(document));
    long start = file.readLong(entry) + file.readInt(entry + ChunksLayout.DOCUMENT_LENGTH);
    long end = startAfterBlocks(document);
    if (start < 0 || start > end || end > layout.tables()) {
      throw corruptDocument(document, "its blocks lie outside the records part");
    }
    return start;
  }

  private long startAfterBlocks(int document) {
    int first = firstChunk(document);
    if (first < firstChunk(document + 1)) {
      return file.readLong(layout.chunkAt(first));
    }
    return document + 1 < documents()
        ? file.readLong(layout.documentAt(document + 1))
        : layout.tables();
  }

  /** Reads a record and checks that it lies completely before the tables. */
  private RecordReader record(long entryAt, byte[] entry, int lengthAt) {
    long offset = LittleEndian.getLong(entry, 0);
    int length = LittleEndian.getInt(entry, lengthAt);
    if (offset < 0 || length < 0 || offset > layout.tables() - length) {
      throw file.corrupt(entryAt, "a record lies outside the records part");
    }
    return RecordReader.of(file, offset, length);
  }

  private int requireChunk(int chunk) {
    if (chunk < 0 || chunk >= chunks()) {
      throw file.corrupt(layout.trailer(), "there is no chunk " + chunk);
    }
    return chunk;
  }

  private int requireDocument(int document) {
    if (document < 0 || document >= documents()) {
      throw file.corrupt(layout.trailer(), "there is no document " + document);
    }
    return document;
  }

  /** Returns the offset in the body of the table entry of a document. */
  public long entryOffset(int document) {
    return layout.documentAt(document);
  }

  /** Returns the number of the document to which a chunk belongs. */
  public int document(int chunk) {
    return requireDocument(
        file.readInt(layout.chunkAt(requireChunk(chunk)) + ChunksLayout.CHUNK_DOCUMENT));
  }

  /** Reads the id, title, metadata and origin of a document. */
  public StoredDocument readDocument(int document) {
    return DocumentRecord.read(documentRecord(document));
  }

  /** Returns the id of a document without reading its other properties. */
  public String documentId(int document) {
    return head(document).id();
  }

  private DocumentRecord.Head head(int document) {
    return DocumentRecord.readHead(documentRecord(document));
  }

  /** Returns the hash of a document. If two hashes are equal, the stored documents are equal. */
  public StoredHash hash(int document) {
    return head(document).hash();
  }

  /** Returns the name of the source that a document came from. */
  public String source(int document) {
    return head(document).source();
  }

  /**
   * Returns the key of a document, which has 13 characters; empty if its chunk ids were supplied by
   * the caller.
   */
  public String key(int document) {
    return head(document).key();
  }

  /** Returns warnings about the text of a document, which are shown to users. */
  public List<String> warnings(int document) {
    RecordReader record = documentRecord(document);
    DocumentRecord.readHead(record);
    return record.readTexts();
  }

  /** Returns the position of a document when all documents of this file are sorted by id. */
  public int rank(int document) {
    int rank =
        file.readInt(layout.documentAt(requireDocument(document)) + ChunksLayout.DOCUMENT_RANK);
    if (rank < 0 || rank >= documents()) {
      throw corruptDocument(document, "its rank is " + rank);
    }
    return rank;
  }

  /**
   * Returns the number of the first chunk of a document. The chunks of the document end before the
   * first chunk of the next document.
   *
   * @param document the number of a document, or the total number of documents, for which the total
   *     number of chunks is returned
   */
  public int firstChunk(int document) {
    if (document == documents()) {
      return chunks();
    }
    int first = rawFirstChunk(requireDocument(document));
    int end = document + 1 == documents() ? chunks() : rawFirstChunk(document + 1);
    if (first < 0 || first > end || end > chunks()) {
      throw corruptDocument(
          document, "a chunk range from " + first + " to " + end + " is impossible");
    }
    return first;
  }

  private int rawFirstChunk(int document) {
    return file.readInt(layout.documentAt(document) + ChunksLayout.DOCUMENT_FIRST_CHUNK);
  }

  /**
   * Returns the number of the first sentence of a chunk. The sentences of the chunk end before the
   * first sentence of the next chunk.
   *
   * @param chunk the number of a chunk, or the total number of chunks, for which the total number
   *     of sentences is returned
   */
  public long firstSentence(int chunk) {
    if (chunk == chunks()) {
      return sentences();
    }
    long first = rawFirstSentence(requireChunk(chunk));
    long end = chunk + 1 == chunks() ? sentences() : rawFirstSentence(chunk + 1);
    if (first < 0 || first > end || end > sentences()) {
      throw corruptChunk(chunk, "a sentence range from " + first + " to " + end + " is impossible");
    }
    return first;
  }

  private long rawFirstSentence(int chunk) {
    return file.readLong(layout.chunkAt(chunk) + ChunksLayout.CHUNK_FIRST_SENTENCE);
  }

  /** Returns the number of sentences in a chunk. */
  int sentenceCount(int chunk) {
    long count = firstSentence(chunk + 1) - firstSentence(chunk);
    if (count > Integer.MAX_VALUE) {
      throw corruptChunk(chunk, "a count of " + count + " sentences is too large for one chunk");
    }
    return (int) count;
  }

  /** Returns the numbers of the documents with warnings in ascending order. */
  public int[] warned() {
    byte[] table = file.read(layout.warnedAt(0), Integer.BYTES * layout.warned());
    int[] numbers = new int[(int) layout.warned()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = requireDocument(LittleEndian.getInt(table, i * Integer.BYTES));
      if (i > 0 && numbers[i] <= numbers[i - 1]) {
        throw file.corrupt(layout.warnedAt(i), "documents with warnings are not in order");
      }
    }
    return numbers;
  }

  /**
   * Returns whether another document of this file has, or a removed document had, chunk ids that
   * begin with the short form of a key.
   *
   * @param key the key of a document, which has {@value Splitter#KEY_LENGTH} characters
   */
  public boolean isKeyTaken(String key) {
    String shortKey = key.substring(0, Splitter.SHORT_KEY_LENGTH);
    OptionalInt first = find(ChunkId.of(shortKey + "#0"));
    return (first.isPresent() && !key(document(first.getAsInt())).equals(key))
        || isRetired(shortKey, key);
  }

  /** Returns whether a removed document had a different key that begins with the same short key. */
  private boolean isRetired(String shortKey, String fullKey) {
    long index = firstFrom(shortKey.getBytes(StandardCharsets.US_ASCII));
    while (index < layout.retired()) {
      String key = new String(retiredKey(index++), StandardCharsets.US_ASCII);
      if (!key.startsWith(shortKey)) {
        return false;
      }
      if (!key.equals(fullKey)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the index of the first retired key that is not less than the wanted key. */
  private long firstFrom(byte[] wanted) {
    long low = 0;
    long high = layout.retired();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(retiredKey(middle), wanted) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private byte[] retiredKey(long index) {
    return file.read(layout.retiredAt(index), Origin.KEY_LENGTH);
  }

  /** Adds all retired keys of this file to a collection. */
  void copyRetired(RetiredKeys keys) {
    forEachRetired(key -> keys.add(key, 0));
  }

  void forEachRetired(Consumer<byte[]> keys) {
    byte[] last = new byte[Origin.KEY_LENGTH];
    for (long first = 0; first < layout.retired(); first += KEYS_AT_ONCE) {
      int count = (int) Math.min(KEYS_AT_ONCE, layout.retired() - first);
      byte[] some = file.read(layout.retiredAt(first), (long) count * Origin.KEY_LENGTH);
      for (int i = 0; i < count; i++) {
        byte[] key = Arrays.copyOfRange(some, i * Origin.KEY_LENGTH, (i + 1) * Origin.KEY_LENGTH);
        requireKey(first + i, last, key);
        keys.accept(key);
        last = key;
      }
    }
  }

  private void requireKey(long index, byte[] last, byte[] key) {
    boolean ascends = Arrays.compareUnsigned(last, key) < 0;
    for (byte each : key) {
      if (!ascends || !Origin.isKeyCharacter(each)) {
        throw file.corrupt(layout.retiredAt(index), "retired keys are not in order");
      }
    }
  }

  CorruptIndexException corruptDocument(int document, String problem) {
    return file.corrupt(layout.documentAt(document), "document " + document + ": " + problem);
  }

  private CorruptIndexException corruptChunk(int chunk, String problem) {
    return file.corrupt(layout.chunkAt(chunk), "chunk " + chunk + ": " + problem);
  }
}
