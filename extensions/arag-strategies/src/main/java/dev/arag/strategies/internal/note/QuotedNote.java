package dev.arag.strategies.internal.note;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Span;
import dev.arag.agent.spi.Note;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A checked note and the text from which it was taken.
 *
 * @param shown the text as a model read it, with the id of each section above the section
 */
public record QuotedNote(Note note, String shown) {
  /** An id above a text, in the form of either profile. */
  private static final Pattern ID =
      Pattern.compile("^(?:Chunk ID: |\\[(?:Chunk )?)([^\\],\\s]+)", Pattern.MULTILINE);

  /** Returns the note for a prompt: its text, and a line for each quote with the id to cite. */
  public String text() {
    return note.quotes().stream()
        .map(quote -> "[" + idOf(quote) + "] \"" + oneLine(quote.text()) + "\"")
        .collect(Collectors.joining("\n", oneLine(note.text()) + "\n", ""));
  }

  private String idOf(Note.Quote quote) {
    List<Span> spans = CitationReader.find(quote.text(), shown);
    return spans.isEmpty()
        ? quote.chunkId().value()
        : idAbove(spans.get(0).start(), quote.chunkId(), shown).orElse(quote.chunkId().value());
  }

  /**
   * Returns the id with which a text shows a passage.
   *
   * @param shown the text that contains the passage
   */
  public static String idOf(Snippet passage, String shown) {
    // A repeated header of a table also stands above, where another chunk shows the table.
    return idAbove(shown.indexOf(passage.text()), passage.chunkId(), shown)
        .or(() -> idAbove(shown.lastIndexOf(passage.text()), passage.chunkId(), shown))
        .orElse(passage.section().toString());
  }

  /** Ignores lines of documents, such as footnotes, that look like the id of another chunk. */
  private static Optional<String> idAbove(int position, ChunkId chunk, String shown) {
    String id = "";
    Matcher ids = ID.matcher(shown);
    while (ids.find() && ids.start() < position) {
      id = isOf(chunk, ids.group(1)) ? ids.group(1) : id;
    }
    return Optional.of(id).filter(each -> !each.isEmpty());
  }

  private static boolean isOf(ChunkId chunk, String id) {
    return Stream.of(chunk.value(), ChunkNames.of(chunk))
        .anyMatch(name -> id.equals(name) || id.startsWith(name + "."));
  }

  /** Whether a passage contains a quote. */
  public static boolean isIn(String quote, Snippet passage) {
    return !CitationReader.find(quote, passage.text()).isEmpty();
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
