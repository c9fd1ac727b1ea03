package dev.arag.index.internal.chunks;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.split.Characters;
import dev.arag.index.spi.split.Splitter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * Checks whether the contents of a chunks file are consistent. Ids are looked up in the file
 * instead of being collected, so memory use is small: a few bytes for each document plus the text
 * of one chunk. Use one instance per check. Not thread-safe.
 */
final class ChunksAudit {
  private static final int NONE = -1;

  private final BlockReader file;
  private final ChunksLayout layout;
  private final ChunksReader reader;
  private final ProblemCollector problems;
  private final BitSet warned = new BitSet();
  private long recordEnd;
  private int nextChunk;

  ChunksAudit(
      BlockReader file, ChunksLayout layout, ChunksReader reader, ProblemCollector problems) {
    this.file = file;
    this.layout = layout;
    this.reader = reader;
    this.problems = problems;
  }

  void run(ObjIntConsumer<Chunk> chunks) {
    for (int document = 0; document < reader.documents(); document++) {
      checkDocument(document, chunks);
    }
    checkEnds();
    checkRanks();
    problems.check(layout.documentIds(), () -> reader.documentIds().audit());
    problems.check(layout.chunkIds(), () -> reader.chunkIds().audit());
    problems.check(layout.warnedAt(0), this::checkWarned);
    problems.check(layout.retiredAt(0), () -> reader.forEachRetired(key -> {}));
  }

  private void checkDocument(int document, ObjIntConsumer<Chunk> chunks) {
    long entry = layout.documentAt(document);
    problems.check(entry, () -> checkRecord(entry, ChunksLayout.DOCUMENT_LENGTH));
    problems.check(entry, () -> checkBlocks(document));
    problems.check(entry, () -> checkContents(document));
    problems.check(entry, () -> checkFirstChunk(document));
    DocumentChunks inDocument = new DocumentChunks(document);
    for (int end = endChunk(document); nextChunk < end; nextChunk++) {
      int chunk = nextChunk;
      long chunkEntry = layout.chunkAt(chunk);
      problems.check(chunkEntry, () -> checkRecord(chunkEntry, ChunksLayout.CHUNK_LENGTH));
      problems.check(chunkEntry, () -> inDocument.check(chunk, chunks));
    }
    inDocument.checkEnd();
  }

  /** Checks that a record begins where the previous record ends. */
  private void checkRecord(long entry, int lengthAt) {
    long offset = file.readLong(entry);
    problems.require(
        offset == recordEnd,
        entry,
        "its record starts at " + offset + ", but the previous record ends at " + recordEnd);
    recordEnd = offset + file.readInt(entry + lengthAt);
  }

  /** Checks that the blocks of a document end where the next record begins. */
  private void checkBlocks(int document) {
    RecordReader blocks = reader.blocks(document);
    recordEnd += blocks.length();
    Set<Long> kinds = new HashSet<>();
    while (!blocks.isAtEnd()) {
      long kind = blocks.readNumber();
      problems.require(
          kinds.add(kind), layout.documentAt(document), "it has two blocks of kind " + kind);
      blocks.readBytes(blocks.readCount());
    }
  }

  private void checkContents(int document) {
    StoredDocument stored = reader.readDocument(document);
    warned.set(document, !stored.origin().warnings().isEmpty());
    requireFound(document, reader.findDocument(stored.id()), layout.documentAt(document));
  }

  private void requireFound(int number, OptionalInt found, long entry) {
    problems.require(
        found.isPresent() && found.getAsInt() == number,
        entry,
        found.isPresent()
            ? "its id is found as number " + found.getAsInt() + ", not " + number
            : "its id is not found through the keys");
  }

  private void checkFirstChunk(int document) {
    int first = reader.firstChunk(document);
    problems.require(
        first == nextChunk,
        layout.documentAt(document),
        "its chunks start at chunk " + first + ", not at chunk " + nextChunk);
  }

  /**
   * Returns the number of the last chunk of a document, plus 1. Invalid stored numbers are replaced
   * by the nearest valid number, so that all chunks are checked.
   */
  private int endChunk(int document) {
    if (document + 1 == reader.documents()) {
      return reader.chunks();
    }
    int claimed = file.readInt(layout.documentAt(document + 1) + ChunksLayout.DOCUMENT_FIRST_CHUNK);
    return Math.max(nextChunk, Math.min(claimed, reader.chunks()));
  }

  /** Checks the chunks of one document. */
  private final class DocumentChunks {
    private final int firstChunk = nextChunk;
    private final int document;
    private int titleLine;
    private long textEnd;

    DocumentChunks(int document) {
      this.document = document;
    }

    void check(int number, ObjIntConsumer<Chunk> chunks) {
      if (number == firstChunk) {
        titleLine = reader.readDocument(document).titleLine();
      }
      Chunk chunk = reader.read(number);
      long entry = layout.chunkAt(number);
      int ordinal = chunk.location().ordinal();
      int offset = chunk.location().offset() + titleLine;
      problems.require(
          ordinal == number - firstChunk,
          entry,
          "its ordinal is " + ordinal + ", not " + (number - firstChunk));
      problems.require(
          offset == textEnd,
          entry,
          "its text starts at " + offset + " in the document, not at " + textEnd);
      textEnd = (long) offset + chunk.text().length();
      requireFound(number, reader.find(chunk.id()), entry);
      checkKey(chunk, entry);
      checkGaps(chunk, entry);
      chunks.accept(chunk, number);
    }

    void checkEnd() {
      problems.require(
          textEnd >= titleLine,
          layout.documentAt(document),
          "its title line has " + titleLine + " UTF-16 units, its chunks have " + textEnd);
      problems.check(
          layout.documentAt(document), () -> reader.tables(document).audit(textEnd - titleLine));
      problems.check(
          layout.documentAt(document), () -> reader.layouts(document).audit(textEnd - titleLine));
    }

    private void checkKey(Chunk chunk, long entry) {
      String key = reader.key(document);
      problems.require(
          key.isEmpty()
              || chunk.id().value().startsWith(key.substring(0, Splitter.SHORT_KEY_LENGTH)),
          entry,
          "its id does not begin with the key of its document");
    }
  }

  /** Checks that only characters that the splitter leaves out are outside of sentences. */
  private void checkGaps(Chunk chunk, long entry) {
    int end = 0;
    for (Sentence sentence : chunk.sentences()) {
      int start = sentence.offset() - chunk.location().offset();
      requireGap(chunk, end, start, entry);
      end = start + sentence.text().length();
    }
    requireGap(chunk, end, chunk.text().length(), entry);
  }

  private void requireGap(Chunk chunk, int from, int to, long entry) {
    problems.require(
        chunk.text().substring(from, to).codePoints().allMatch(Characters::canBeOutsideSentences),
        entry,
        "visible text of the document '"
            + chunk.location().documentId()
            + "' belongs to no sentence, at offset "
            + (chunk.location().offset() + from)
            + " of its text. Delete the document and index it again.");
  }

  private void checkEnds() {
    problems.require(
        recordEnd == layout.tables(),
        layout.trailer(),
        "the records end at " + recordEnd + ", but the tables start at " + layout.tables());
    problems.require(
        nextChunk == reader.chunks(), layout.trailer(), "some chunks belong to no document");
    problems.check(
        layout.trailer(),
        () ->
            problems.require(
                reader.firstSentence(0) == 0,
                layout.chunkAt(0),
                "the numbers of sentences do not start at 0"));
  }

  /** Checks that documents sorted by rank are also sorted by id, and that no id occurs twice. */
  private void checkRanks() {
    int[] byRank = new int[reader.documents()];
    Arrays.fill(byRank, NONE);
    for (int document = 0; document < byRank.length; document++) {
      int number = document;
      problems.check(layout.documentAt(document), () -> claimRank(number, byRank));
    }
    for (int rank = 1; rank < byRank.length; rank++) {
      int before = byRank[rank - 1];
      int after = byRank[rank];
      if (before != NONE && after != NONE) {
        problems.check(layout.documentAt(after), () -> checkOrder(before, after));
      }
    }
  }

  private void claimRank(int document, int[] byRank) {
    int rank = reader.rank(document);
    problems.require(
        byRank[rank] == NONE,
        layout.documentAt(document),
        "document " + document + " has the rank of document " + byRank[rank]);
    byRank[rank] = document;
  }

  private void checkOrder(int before, int after) {
    int order = CorpusOrder.compareCodePoints(reader.documentId(before), reader.documentId(after));
    problems.require(
        order < 0,
        layout.documentAt(after),
        (order == 0 ? "its id equals the id of document " : "its id precedes the id of document ")
            + before);
  }

  private void checkWarned() {
    BitSet listed = new BitSet();
    for (int document : reader.warned()) {
      listed.set(document);
    }
    problems.require(
        listed.equals(warned), layout.warnedAt(0), "the list of documents with warnings is wrong");
  }
}
