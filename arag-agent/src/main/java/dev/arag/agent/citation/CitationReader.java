package dev.arag.agent.citation;

import dev.arag.agent.internal.citation.CitationChecker;
import dev.arag.agent.internal.citation.EvidenceBlock;
import dev.arag.agent.internal.citation.ExactSpans;
import dev.arag.agent.internal.citation.IdListParser;
import dev.arag.agent.internal.citation.InlineCitationReader;
import dev.arag.agent.internal.citation.Mention;
import dev.arag.agent.internal.citation.NormalizedText;
import dev.arag.agent.internal.citation.ShortAnswer;
import dev.arag.agent.internal.citation.ShownChunk;
import dev.arag.agent.internal.citation.ShownIds;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    Map<ChunkId, ShownChunk> chunks = ShownChunk.byId(shown);
    IdListParser ids = new IdListParser(new ShownIds(chunks.values()));
    EvidenceBlock block = EvidenceBlock.split(modelText.strip(), ids);
    InlineCitationReader.Found inline = InlineCitationReader.read(block.body(), ids);
    String shortAnswer = ShortAnswer.of(inline.plain());
    CitationChecker check = new CitationChecker(new ArrayList<>(chunks.values()), shortAnswer);
    return new ParsedAnswer(
        block.body(), shortAnswer, checked(merged(inline.mentions(), block.mentions()), check));
  }

  /**
   * {@link #read(String, List)} with spans made exact by the chunks' own text: what is shown leaves
   * out invisible characters and may be cut.
   *
   * @param corpus what the snippets are from; asked for the cited chunks only
   * @throws dev.arag.core.error.CorpusException if it cannot be read
   */
  public static ParsedAnswer read(String modelText, List<Snippet> shown, Corpus corpus) {
    ParsedAnswer answer = read(modelText, shown);
    ExactSpans spans = new ExactSpans(corpus, shown);
    return new ParsedAnswer(
        answer.text(),
        answer.shortAnswer(),
        answer.citations().stream().map(spans::correct).toList());
  }

  /** Those of the text in order, each with the quotes the block has for it; then the others. */
  private static List<Mention> merged(List<Mention> inline, List<Mention> block) {
    Set<Mention> merged = new LinkedHashSet<>();
    Set<Mention> left = new LinkedHashSet<>(block);
    for (Mention mention : inline) {
      List<Mention> quoting =
          block.stream().filter(Mention::hasQuote).filter(mention::names).toList();
      if (mention.hasQuote() || quoting.isEmpty()) {
        merged.add(mention);
      } else {
        quoting.forEach(entry -> merged.add(entry.withClaim(mention.claim())));
      }
      left.removeAll(quoting);
      left.removeIf(entry -> !entry.hasQuote() && entry.names(mention));
    }
    merged.addAll(left);
    return List.copyOf(merged);
  }

  private static List<Citation> checked(List<Mention> mentions, CitationChecker check) {
    Map<String, Citation> distinct = new LinkedHashMap<>();
    for (Mention mention : mentions) {
      String key = mention.shown().map(chunk -> chunk.id().value()).orElse(mention.id());
      String claim = mention.hasQuote() ? "" : mention.claim();
      distinct.computeIfAbsent(
          key + '\n' + NormalizedText.key(mention.quote()) + '\n' + claim,
          unseen -> check.check(mention));
    }
    return List.copyOf(distinct.values());
  }
}
