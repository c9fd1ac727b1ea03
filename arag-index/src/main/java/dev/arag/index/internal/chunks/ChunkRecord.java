package dev.arag.index.internal.chunks;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the record of a chunk, whose format is described in {@link ChunksLayout}. */
final class ChunkRecord {
  private final RecordReader in;

  private ChunkRecord(RecordReader in) {
    this.in = in;
  }

  /**
   * @param titleLine the length of the title line of the document
   */
  static void write(Chunk chunk, int titleLine, RecordWriter out) {
    out.putText(chunk.id().value());
    out.putNumber(chunk.location().ordinal());
    out.putNumber(titleLine + chunk.location().offset());
    out.putNumber(chunk.location().page().orElse(0));
    out.putNumber(chunk.tokens());
    out.putText(chunk.text());
    writeSentences(chunk, out);
    writePageStarts(chunk, out);
  }

  private static void writeSentences(Chunk chunk, RecordWriter out) {
    Map<List<String>, Integer> paths = paths(chunk);
    out.putNumber(paths.size());
    paths.keySet().forEach(out::putTexts);
    out.putNumber(chunk.sentences().size());
    int end = chunk.location().offset();
    for (Sentence sentence : chunk.sentences()) {
      out.putNumber(sentence.offset() - end);
      out.putNumber(sentence.text().length());
      out.putNumber(
          2L * paths.getOrDefault(sentence.heading(), 0) + (sentence.isHeading() ? 1 : 0));
      end = sentence.end();
    }
  }

  private static void writePageStarts(Chunk chunk, RecordWriter out) {
    out.putNumber(chunk.pageStarts().size());
    int last = chunk.location().offset();
    for (Page page : chunk.pageStarts()) {
      out.putNumber(page.offset() - last);
      out.putNumber(page.number());
      last = page.offset();
    }
  }

  /**
   * Returns the heading paths without duplicates, each with its index. The heading path of the
   * chunk itself is first.
   */
  private static Map<List<String>, Integer> paths(Chunk chunk) {
    Map<List<String>, Integer> paths = new LinkedHashMap<>();
    paths.put(chunk.location().heading(), 0);
    chunk.sentences().forEach(each -> paths.putIfAbsent(each.heading(), paths.size()));
    return paths;
  }

  static ChunkId readId(RecordReader in) {
    String id = in.readText();
    if (id.isBlank()) {
      throw in.corrupt("a chunk has no id");
    }
    return ChunkId.of(id);
  }

  /** Returns the offset of the text in the document with its title line. */
  static int readOffset(RecordReader in) {
    readId(in);
    in.readInt(); // ordinal
    return in.readInt();
  }

  /** Returns the offset of the end of the text in the document with its title line. */
  static int readEnd(RecordReader in) {
    int offset = readOffset(in);
    in.readInt(); // page
    in.readInt(); // tokens
    return offset + in.readText().length();
  }

  static Chunk read(
      RecordReader in,
      StoredDocument document,
      StoredTables tables,
      @Nullable ChunkId previous,
      @Nullable ChunkId next) {
    return new ChunkRecord(in).read(document, tables, previous, next);
  }

  private Chunk read(
      StoredDocument document,
      StoredTables tables,
      @Nullable ChunkId previous,
      @Nullable ChunkId next) {
    ChunkId id = readId(in);
    Location.Builder location =
        Location.builder(document.id())
            .title(document.title())
            .metadata(document.metadata())
            .ordinal(in.readInt());
    int offset = in.readInt() - document.titleLine();
    int page = in.readInt();
    location.offset(offset).page(page == 0 ? null : page);
    int tokens = in.readInt();
    String text = in.readText();
    List<List<String>> paths = readPaths();
    location.heading(path(paths, 0));
    List<StoredTables.Range> ranges = tables.between(offset, offset + text.length());
    ranges.forEach(range -> requireHeader(range.header(), text, offset));
    List<Sentence> sentences = readSentences(text, offset, paths, ranges);
    List<Page> pageStarts = readPageStarts(text, offset);
    in.requireEnd();
    return new Chunk(id, location.build(), text, sentences, tokens, previous, next, pageStarts);
  }

  /** Requires that the part of a header that is in this chunk equals the text. */
  private void requireHeader(TableHeader header, String text, int offset) {
    int from = Math.max(header.offset(), offset);
    int to = Math.min(header.end(), offset + text.length());
    if (from < to
        && !text.regionMatches(from - offset, header.text(), from - header.offset(), to - from)) {
      throw in.corrupt("the header of a table differs from the text");
    }
  }

  private List<List<String>> readPaths() {
    int count = in.readCount();
    List<List<String>> paths = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      paths.add(List.copyOf(in.readTexts())); // shared by all sentences
    }
    return paths;
  }

  private List<String> path(List<List<String>> paths, int index) {
    if (index >= paths.size()) {
      throw in.corrupt("heading path " + index + " does not exist, the chunk has " + paths.size());
    }
    return paths.get(index);
  }

  private List<Sentence> readSentences(
      String text, int offset, List<List<String>> paths, List<StoredTables.Range> tables) {
    int count = in.readCount();
    List<Sentence> sentences = new ArrayList<>(count);
    long end = 0;
    int table = 0;
    for (int i = 0; i < count; i++) {
      long start = end + in.readInt();
      end = start + in.readInt();
      if (end > text.length()) {
        throw in.corrupt("a sentence ends after its chunk");
      }
      long heading = in.readNumber();
      List<String> path = path(paths, (int) Math.min(Integer.MAX_VALUE, heading >>> 1));
      String sentence = text.substring((int) start, (int) end);
      int at = offset + (int) start;
      while (table < tables.size() && tables.get(table).end() <= at) {
        table++;
      }
      TableHeader header =
          table < tables.size() && tables.get(table).header().offset() <= at
              ? tables.get(table).header()
              : null;
      sentences.add(new Sentence(sentence, at, path, (heading & 1) == 1, header));
    }
    return sentences;
  }

  private List<Page> readPageStarts(String text, int offset) {
    int count = in.readCount();
    List<Page> pages = new ArrayList<>(count);
    long start = 0;
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      start += length;
      int number = in.readInt();
      if (length == 0 || number == 0 || start >= text.length()) {
        throw in.corrupt("page start " + i + " of a chunk is invalid");
      }
      pages.add(new Page(offset + (int) start, number));
    }
    return pages;
  }
}
