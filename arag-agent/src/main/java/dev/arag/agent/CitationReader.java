package dev.arag.agent;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.agent.internal.quote.QuoteLocator;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.Snippet;
import java.util.List;

/**
 * Parses the answer of a model and checks its citations against the text that was shown. The parser
 * accepts many forms of citations, because models do not follow one form exactly.
 *
 * <p>Chunk ids are read from the sentences of the answer and from the evidence block, a list of
 * quotes that the model may write after the answer. An id may be in brackets of any kind or follow
 * the word "chunk", and one pair of brackets may contain several ids. The quote may be inside the
 * brackets or next to them. In square brackets, a text that looks like an id but was never shown
 * also counts as a citation, with the verdict {@link Verdict#NOT_SHOWN}. All other text in brackets
 * remains part of the answer.
 *
 * <p>If an id in a sentence has no quote, the quotes for this id in the evidence block are used. If
 * several sentences cite the id, each quote is used for the sentences with which it shares the most
 * words. A sentence that gets no quote becomes a separate citation with the verdict {@link
 * Verdict#LOCATED}. At most about 500 ids are read from the sentences, and at most about 500 from
 * the evidence block.
 *
 * <p>The running time is linear in the length of the answer and in the length of the text shown,
 * even for malicious input.
 */
public final class CitationReader {
  private CitationReader() {}

  /**
   * Parses an answer. Any text is accepted. The spans of the citations are correct only if each
   * snippet is identical to the text of the document at the snippet's offset.
   *
   * @param modelText the text that the model wrote
   * @param shown all corpus text that was sent to the model, in the order in which it was shown
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown) {
    requireNonNull(modelText, "modelText");
    requireNonNull(shown, "shown");
    return AnswerParser.parse(modelText, shown);
  }

  /**
   * Parses an answer as {@link #read(String, List)} does, but locates each quote in the stored text
   * of the chunk. The spans are therefore exact even though the text shown omits invisible
   * characters and may be truncated.
   *
   * @param modelText the text that the model wrote
   * @param shown all corpus text that was sent to the model, in the order in which it was shown
   * @param corpus the corpus of the text shown; only the cited chunks are read
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown, Corpus corpus) {
    requireNonNull(modelText, "modelText");
    requireNonNull(shown, "shown");
    requireNonNull(corpus, "corpus");
    return AnswerParser.parse(modelText, shown, corpus);
  }

  /**
   * Checks one quote, as {@link #read(String, List, Corpus)} checks a citation in an answer.
   *
   * @param chunk the chunk that the quote is said to be from
   * @param quote the quote, without quotation marks; contains at least one letter or digit
   * @param shown the text with which the quote is compared, for example all sections of the chunk
   * @param corpus the corpus of the text shown; only the chunk that contains the quote is read
   * @return a citation with number 1 that is not part of an answer and has no claim
   * @throws IllegalArgumentException if the quote contains no letter or digit
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public static Citation check(ChunkId chunk, String quote, List<Snippet> shown, Corpus corpus) {
    requireNonNull(chunk, "chunk");
    requireNonNull(quote, "quote");
    requireNonNull(shown, "shown");
    requireNonNull(corpus, "corpus");
    if (quote.codePoints().noneMatch(Character::isLetterOrDigit)) {
      throw new IllegalArgumentException("quote must contain a letter or digit");
    }
    return AnswerParser.check(chunk, quote, shown, corpus);
  }

  /**
   * Finds a quote in a text, for example to highlight it. The comparison ignores the differences
   * that {@link Verdict} lists. If the quote contains an ellipsis, each part that is found has a
   * separate span.
   *
   * @return the spans in {@code text}; empty if the quote was not found
   */
  public static List<Span> find(String quote, String text) {
    return QuoteLocator.find(requireNonNull(text, "text"), requireNonNull(quote, "quote"));
  }
}
