package dev.arag.core.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.ChunkStart;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The line before the text of a document that makes its title searchable, as {@link
 * Document#title()} describes. A document is split together with this line; then the offsets are
 * shifted so that the caller's text begins at 0.
 */
public final class DocumentTitleLine {
  /** Marks of Markdown within a line, and a punctuation mark at its end. */
  private static final Pattern MARKS = Pattern.compile("[*_`~\\\\]|[.!?:;,…]$");

  private DocumentTitleLine() {}

  /**
   * Splits a document together with its title line.
   *
   * @param splitter returns the chunks of a document without regard to its title
   * @return the chunks, with offsets in the text without the title line
   */
  public static List<Chunk> split(Document document, Function<Document, List<Chunk>> splitter) {
    Document titled = addTo(document);
    int length = titled.text().length() - document.text().length();
    List<Chunk> chunks = splitter.apply(titled);
    // All rows of a table share its header.
    Map<TableHeader, TableHeader> tables = new HashMap<>();
    return length == 0
        ? chunks
        : chunks.stream().map(chunk -> move(chunk, length, tables)).toList();
  }

  /**
   * Returns the document with the title as its top heading, and with the title line before its text
   * unless the text begins with the title. Returns the same instance if there is no title, or if
   * the text has it as a heading.
   */
  private static Document addTo(Document document) {
    String line = document.title().orElse(null);
    if (line == null) {
      return document;
    }
    String words = words(line);
    if (isHeading(document, words)) {
      return document;
    }
    String prefix = beginsWith(document.text(), 0, words) ? "" : line + "\n";
    int length = prefix.length();
    Document.Builder titled = Document.builder(document.id(), prefix + document.text()).title(line);
    document.metadata().forEach(titled::metadata);
    if (length > 0 || document.headings().isEmpty() || document.headings().get(0).offset() > 0) {
      titled.heading(0, List.of(line));
    }
    for (Heading heading : document.headings()) {
      titled.heading(heading.offset() + length, below(line, words, heading.path()));
    }
    // The line belongs to the first page and to the first predefined chunk.
    for (Page page : document.pages()) {
      titled.page(page.offset() == 0 ? 0 : page.offset() + length, page.number());
    }
    for (ChunkStart start : document.chunkStarts()) {
      titled.chunk(start.offset() == 0 ? 0 : start.offset() + length, start.id());
    }
    for (Table table : document.tables()) {
      titled.table(new Table(table.offset() + length, table.body() + length, table.end() + length));
    }
    return titled.build();
  }

  private static List<String> below(String line, String words, List<String> path) {
    if (!path.isEmpty() && words(path.get(0)).equals(words)) {
      return path;
    }
    List<String> below = new ArrayList<>(List.of(line));
    below.addAll(path);
    return below;
  }

  private static boolean isHeading(Document document, String title) {
    return document.headings().stream()
        .anyMatch(heading -> beginsWith(document.text(), heading.offset(), title));
  }

  /** Whether the title occurs in the text at an offset. */
  private static boolean beginsWith(String text, int offset, String title) {
    int end = Math.min(text.length(), offset + 2 * title.length() + 64);
    String words = words(text.substring(offset, end));
    return words.startsWith(title)
        && (words.length() == title.length()
            || !CharacterClass.isWordPart(words.codePointAt(title.length())));
  }

  /**
   * Returns the folded text from its first word on, without marks that a title may lack; the whole
   * folded text if it has no word.
   */
  private static String words(String text) {
    String folded = Folding.key(text);
    int start = 0;
    while (start < folded.length() && !CharacterClass.isWordPart(folded.codePointAt(start))) {
      start += Character.charCount(folded.codePointAt(start));
    }
    return start == folded.length()
        ? folded
        : MARKS.matcher(folded.substring(start)).replaceAll("");
  }

  private static Chunk move(Chunk chunk, int length, Map<TableHeader, TableHeader> tables) {
    Location at = chunk.location();
    Location.Builder location =
        Location.builder(at.documentId())
            .title(at.title())
            .heading(at.heading())
            .page(at.page().isPresent() ? at.page().getAsInt() : null)
            .ordinal(at.ordinal())
            .offset(at.offset() - length)
            .metadata(at.metadata());
    return new Chunk(
        chunk.id(),
        location.build(),
        chunk.text(),
        chunk.sentences().stream().map(each -> move(each, length, tables)).toList(),
        chunk.tokens(),
        chunk.previous(),
        chunk.next(),
        chunk.pageStarts().stream()
            .map(page -> new Page(page.offset() - length, page.number()))
            .toList());
  }

  private static Sentence move(
      Sentence sentence, int length, Map<TableHeader, TableHeader> tables) {
    TableHeader table = sentence.table();
    return new Sentence(
        sentence.text(),
        sentence.offset() - length,
        sentence.heading(),
        sentence.isHeading(),
        table == null
            ? null
            : tables.computeIfAbsent(
                table, header -> new TableHeader(header.offset() - length, header.text())));
  }

  /** Returns the length of a chunk without its part of the title line, in UTF-16 units. */
  public static int lengthWithoutLine(Chunk chunk) {
    int start = chunk.location().offset();
    return Math.max(0, start + chunk.text().length()) - Math.max(0, start);
  }
}
