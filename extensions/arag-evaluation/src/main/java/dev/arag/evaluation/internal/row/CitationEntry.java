package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;

/**
 * One citation of an answer, as a results file contains it.
 *
 * @param chunk the id of the cited chunk
 * @param quote the quote; may be empty
 * @param verdict the result of the check
 */
public record CitationEntry(String chunk, String quote, Verdict verdict) {
  public CitationEntry {
    requireNonNull(chunk, "chunk");
    requireNonNull(quote, "quote");
    requireNonNull(verdict, "verdict");
  }

  public static CitationEntry of(Citation citation) {
    return new CitationEntry(
        citation.chunkId().value(), citation.quote().orElse(""), citation.verdict());
  }
}
