package dev.arag.strategies.internal.levelrag;

import dev.arag.agent.spi.Note;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Optional;

/**
 * What was found for an atomic query.
 *
 * @param summary the answer in one sentence with its checked quotes; a blank text if there is none
 * @param hits the hits of the corpus
 * @param external the text that the tool for the web returned; empty if there is none
 */
record Finding(String query, Note summary, List<? extends Hit> hits, String external) {
  /** The form of a summary, without an answer if the texts do not state it. */
  record Summary(Optional<String> answer, List<Quoted> quotes) {
    Note note() {
      return new Note(
          answer.orElse("").strip(),
          quotes.stream()
              .filter(quote -> !id(quote.id()).isBlank() && !quote.quote().isBlank())
              .map(quote -> new Note.Quote(ChunkId.of(id(quote.id())), quote.quote()))
              .toList());
    }

    private static String id(String written) {
      return written.strip().replaceAll("^\\[|]$", "");
    }
  }

  /** A quote with the id of its text. */
  record Quoted(String id, String quote) {}

  Finding withSummary(Note checked) {
    return new Finding(query, checked, hits, external);
  }

  boolean isQuoted() {
    return !summary.text().isBlank() && !summary.quotes().isEmpty();
  }

  /** Whether a quote is from the web. */
  boolean quotesExternal() {
    return isQuoted()
        && !external.isEmpty()
        && summary.quotes().stream()
            .anyMatch(
                quote -> hits.stream().noneMatch(hit -> hit.chunkId().equals(quote.chunkId())));
  }

  /** Returns the query and its answer in one line. */
  String line() {
    return "- "
        + query
        + " "
        + (summary.text().isBlank() ? "(not found)" : oneLine(summary.text()));
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
