package dev.arag.core.internal.corpus;

import dev.arag.core.internal.text.DocumentTitleLine;
import dev.arag.core.internal.text.TableHeaders;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts a document to a single chunk. A simple rule splits the text into sentences: a sentence
 * ends at a line break or at terminal punctuation. The characters {@code .!?} count only before
 * white space, and no punctuation counts in tables. A sentence at the start of a section is a
 * heading line if it is equal to the title of the section. The index module splits documents more
 * accurately.
 */
public final class PlainChunk {
  private PlainChunk() {}

  public static Chunk of(Document document) {
    return DocumentTitleLine.split(document, titled -> List.of(split(titled))).get(0);
  }

  private static Chunk split(Document document) {
    Location location =
        Location.builder(document.id())
            .title(document.title().orElse(null))
            .heading(headingAt(document, 0))
            .page(firstPage(document))
            .metadata(document.metadata())
            .build();
    return new Chunk(
        ChunkId.of(document.id()),
        location,
        document.text(),
        sentences(document),
        TokenCounter.o200k().count(document.text()),
        null,
        null,
        laterPages(document));
  }

  /** Returns the number of the page that begins at offset 0; null if there is no such page. */
  private static @Nullable Integer firstPage(Document document) {
    List<Document.Page> pages = document.pages();
    return pages.isEmpty() || pages.get(0).offset() > 0
        ? null
        : Integer.valueOf(pages.get(0).number());
  }

  private static List<Document.Page> laterPages(Document document) {
    int end = document.text().length();
    return document.pages().stream()
        .filter(page -> page.offset() > 0 && page.offset() < end)
        .toList();
  }

  private static List<String> headingAt(Document document, int offset) {
    List<String> path = List.of();
    for (Document.Heading heading : document.headings()) {
      if (heading.offset() <= offset) {
        path = heading.path();
      }
    }
    return path;
  }

  private static List<Sentence> sentences(Document document) {
    List<Sentence> sentences = new ArrayList<>();
    String text = document.text();
    int start = 0;
    for (Document.Table table : document.tables()) {
      addSentences(sentences, document, start, table.offset(), null);
      TableHeader header = TableHeaders.of(text, table);
      addSentences(sentences, document, table.offset(), table.end(), header);
      start = table.end();
    }
    addSentences(sentences, document, start, text.length(), null);
    return sentences;
  }

  private static void addSentences(
      List<Sentence> out, Document document, int from, int to, @Nullable TableHeader table) {
    String text = document.text();
    int start = from;
    for (int i = from; i < to; i++) {
      if (text.charAt(i) == '\n' || (table == null && endsAt(text, i))) {
        addTrimmed(out, document, start, i + 1, table);
        start = i + 1;
      }
    }
    addTrimmed(out, document, start, to, table);
  }

  private static boolean endsAt(String text, int i) {
    char character = text.charAt(i);
    if ("。！？".indexOf(character) >= 0) {
      return true;
    }
    boolean closes = ".!?".indexOf(character) >= 0;
    return closes && i + 1 < text.length() && Character.isWhitespace(text.charAt(i + 1));
  }

  private static void addTrimmed(
      List<Sentence> out, Document document, int from, int to, @Nullable TableHeader table) {
    String span = document.text().substring(from, to);
    if (span.isBlank()) {
      return;
    }
    int start = from + span.length() - span.stripLeading().length();
    String text = span.strip();
    List<String> path = headingAt(document, start);
    boolean isHeading = isHeading(document, start, text, path);
    List<String> above = isHeading ? path.subList(0, path.size() - 1) : path;
    out.add(new Sentence(text, start, above, isHeading, table));
  }

  private static boolean isHeading(Document document, int start, String text, List<String> path) {
    return !path.isEmpty()
        && text.equals(path.get(path.size() - 1))
        && document.headings().stream().anyMatch(heading -> heading.offset() == start);
  }
}
