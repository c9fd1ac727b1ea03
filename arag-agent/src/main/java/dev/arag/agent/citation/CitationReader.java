package dev.arag.agent.citation;

import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Snippet;
import java.util.List;

/**
 * Reads a model's answer leniently and checks its citations against the text that was shown.
 *
 * <p>Ids are read from the sentences and from the evidence block. They may be in brackets of any
 * kind, several in one, after the word "chunk", and with a quote in the same bracket or next to it.
 * In square brackets a text that only looks like an id counts as a citation too, with the verdict
 * {@link Verdict#NOT_SHOWN}; anything else in brackets stays text. An id without a quote gets the
 * quotes of the evidence block; if there are none, each sentence that cites the chunk is a separate
 * citation. At most about 500 ids are read from the sentences, and as many from the block.
 *
 * <p>The time is linear in the length of the answer and of the text shown, for any content.
 */
public final class CitationReader {
  private CitationReader() {}

  /**
   * Reads an answer. Any text is accepted. Spans assume that a snippet's text is unchanged from the
   * document at its offset.
   *
   * @param modelText what the model wrote
   * @param shown every snippet in a message sent to the model, in the order shown
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown) {
    return AnswerParser.parse(modelText, shown);
  }

  /**
   * {@link #read(String, List)} with exact spans, located in the stored text of the chunks: the
   * text shown omits invisible characters and may be truncated.
   *
   * @param corpus the source of the snippets; only cited chunks are read
   * @throws dev.arag.core.error.CorpusException if it cannot be read
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown, Corpus corpus) {
    return AnswerParser.parse(modelText, shown, corpus);
  }
}
