package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.file.LongColumn;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a mentions file: first the records of all chunks, then the keys in ascending order, each
 * after its postings. Only the tables of chunks and groups are kept on the heap. Not thread-safe.
 *
 * <pre>
 * records   for each chunk its mentions, by sentence, start and length: number sentences after that
 *           of the mention before | number start; after a mention in the same sentence, the distance
 *           to its start | number length; a chunk without mentions has no bytes
 * groups    for each group of 64 keys (the last group may have fewer): the postings of its keys, then
 *           its block
 * postings  by chunk, sentence and form: number chunks after that of the posting before | number
 *           2 * sentences after that of the posting before in the same chunk + (1 if the count is
 *           larger than 1) | if so: number count | if the key has several forms: number form
 * block     byte[64] words of the keys | number length of all postings, then for each key: number
 *           leading bytes that are equal to those of the key before in the group | text other bytes
 *           | texts forms, none if the only form is the key | number postings | number length of the
 *           postings
 * ends      int64 for each chunk: the offset of the end of its record
 * blocks    for each group: int64 offset of its block | int32 length of its block
 * trailer   int64 chunks | int64 keys | int64 postings
 * </pre>
 */
final class MentionWriter implements Closeable {
  static final int GROUP = 64;
  static final int TRAILER_BYTES = 24;
  static final int BLOCK_ENTRY_BYTES = 12;

  private final BlockWriter file;
  private final LongColumn ends = new LongColumn();
  private final LongColumn blockStarts = new LongColumn();
  private final IntColumn blockLengths = new IntColumn();
  private final RecordWriter posting = new RecordWriter();
  private final RecordWriter entries = new RecordWriter();
  private final KeyWords words = new KeyWords();
  private byte[] lastKey = {};
  private String key = "";
  private List<String> forms = List.of();
  private long groupStart;
  private long keyStart;
  private long keyPostings;
  private int lastChunk;
  private int lastSentence;
  private int inGroup;
  private long keys;
  private long postings;

  private MentionWriter(BlockWriter file) {
    this.file = file;
  }

  static MentionWriter create(Store store, String name) throws IOException {
    return new MentionWriter(BlockWriter.create(store, name, FileKind.MENTIONS));
  }

  /** Adds the record of the next chunk. */
  void addChunk(byte[] record) throws IOException {
    file.write(record, 0, record.length);
    ends.add(file.position());
  }

  /**
   * Starts the next key, whose postings follow. All chunks must have been added.
   *
   * @param sortedForms how the texts write the name, in ascending order
   */
  void startKey(String next, List<String> sortedForms) {
    if (keys > 0 && CorpusOrder.compareCodePoints(key, next) >= 0) {
      throw new IllegalArgumentException("The keys are not in ascending order: " + next);
    }
    if (inGroup == 0) {
      groupStart = file.position();
    }
    key = next;
    forms = sortedForms;
    keyStart = file.position();
    keyPostings = 0;
    lastChunk = 0;
    lastSentence = 0;
  }

  /** Adds a posting of the current key. Postings are in ascending order. */
  void addPosting(int chunk, int sentence, int form, int count) throws IOException {
    if (chunk > lastChunk) {
      lastSentence = 0;
    }
    posting.clear();
    posting.putNumber(chunk - lastChunk);
    posting.putNumber(2L * (sentence - lastSentence) + (count > 1 ? 1 : 0));
    if (count > 1) {
      posting.putNumber(count);
    }
    if (forms.size() > 1) {
      posting.putNumber(form);
    }
    posting.writeTo(file);
    lastChunk = chunk;
    lastSentence = sentence;
    keyPostings++;
  }

  void endKey() throws IOException {
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    int shared = inGroup == 0 ? 0 : sharedBytes(lastKey, utf8);
    entries.putNumber(shared);
    entries.putNumber(utf8.length - shared);
    entries.putBytes(Arrays.copyOfRange(utf8, shared, utf8.length));
    entries.putTexts(forms.equals(List.of(key)) ? List.of() : forms);
    entries.putNumber(keyPostings);
    entries.putNumber(file.position() - keyStart);
    words.add(key);
    lastKey = utf8;
    postings += keyPostings;
    keys++;
    inGroup++;
    if (inGroup == GROUP) {
      finishGroup();
    }
  }

  private static int sharedBytes(byte[] left, byte[] right) {
    int different = Arrays.mismatch(left, right);
    return different < 0 ? left.length : different;
  }

  private void finishGroup() throws IOException {
    long start = file.position();
    byte[] bits = words.take();
    file.write(bits, 0, bits.length);
    posting.clear();
    posting.putNumber(start - groupStart);
    posting.writeTo(file);
    entries.writeTo(file);
    entries.clear();
    blockStarts.add(start);
    blockLengths.add(Math.toIntExact(file.position() - start));
    inGroup = 0;
  }

  FileIdentity finish() throws IOException {
    if (inGroup > 0) {
      finishGroup();
    }
    for (int i = 0; i < ends.size(); i++) {
      file.writeLong(ends.get(i));
    }
    for (int i = 0; i < blockStarts.size(); i++) {
      file.writeLong(blockStarts.get(i));
      file.writeInt(blockLengths.get(i));
    }
    file.writeLong(ends.size());
    file.writeLong(keys);
    file.writeLong(postings);
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
