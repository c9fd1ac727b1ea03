package dev.arag.agent.citation;

import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Snippet;
import java.util.List;

/**
 * Reads a model's answer leniently and checks its citations against the text that was shown.
 *
 * <p>Ids are read in the sentences and in the evidence block: in brackets of any kind, several in
 * one, with the word "chunk" before them, with a quote behind them in the same bracket or beside
 * it. In square brackets what only looks like an id counts too, and is {@link Verdict#NOT_SHOWN};
 * anything else in brackets stays text. An id without a quote takes the quotes that the evidence
 * block has for it; where it has none, each sentence that cites the chunk is a citation of its own.
 * At most some 500 ids each are read from the sentences and from the block.
 *
 * <p>Time grows linearly with answer and shown text, whatever they hold.
 */
public final class CitationReader {
  private CitationReader() {}

  /**
   * Reads an answer. Any text can be read: what is no citation stays text. Spans take it that a
   * snippet's text stands in its document from its offset on, unchanged.
   *
   * @param modelText what the model wrote
   * @param shown every snippet that stood in a message sent to the model, in the order shown
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown) {
    return AnswerParser.parse(modelText, shown);
  }

  /**
   * {@link #read(String, List)} with spans made exact by the chunks' own text: what is shown leaves
   * out invisible characters and may be cut.
   *
   * @param corpus what the snippets are from; asked for the cited chunks only
   * @throws dev.arag.core.error.CorpusException if it cannot be read
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown, Corpus corpus) {
    return AnswerParser.parse(modelText, shown, corpus);
  }
}
