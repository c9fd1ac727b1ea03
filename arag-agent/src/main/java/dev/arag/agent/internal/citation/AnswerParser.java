package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.quote.ExactSpans;
import dev.arag.agent.internal.quote.NormalizedText;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses an answer and checks its citations. {@link dev.arag.agent.CitationReader} describes the
 * rules.
 */
public final class AnswerParser {
  private AnswerParser() {}

  public static ParsedAnswer parse(String modelText, List<Snippet> shown) {
    Map<ChunkId, ShownChunk> chunks = ShownChunk.byId(shown);
    IdListParser ids = ids(chunks);
    EvidenceBlock block = EvidenceBlock.split(modelText.strip(), ids);
    OutcomeReader.Stated answer = OutcomeReader.read(block.body());
    InlineCitationReader.InlineCitations inline = InlineCitationReader.read(answer.text(), ids);
    String shortAnswer = ShortAnswer.of(inline.plain());
    CitationChecker checker = new CitationChecker(new ArrayList<>(chunks.values()), shortAnswer);
    return new ParsedAnswer(
        answer.text(),
        shortAnswer,
        check(EvidenceMerger.merge(inline.mentions(), block.mentions()), checker),
        answer.outcome(),
        answer.note());
  }

  /**
   * Parses an answer as {@link #parse(String, List)} does, and then corrects each span to the
   * position of the quote in the stored text.
   */
  public static ParsedAnswer parse(String modelText, List<Snippet> shown, Corpus corpus) {
    ParsedAnswer answer = parse(modelText, shown);
    ExactSpans spans = new ExactSpans(corpus, shown);
    return new ParsedAnswer(
        answer.text(),
        answer.shortAnswer(),
        answer.citations().stream().map(spans::correct).toList(),
        answer.outcome(),
        answer.outcomeNote());
  }

  /** Checks one quote, whose position is that in the stored text. */
  public static Citation check(ChunkId chunk, String quote, List<Snippet> shown, Corpus corpus) {
    Map<ChunkId, ShownChunk> chunks = ShownChunk.byId(shown);
    Mention mention =
        new Mention(
            chunk.value(), Optional.ofNullable(chunks.get(chunk)), -1, quote, "", "", List.of());
    Citation checked = new CitationChecker(new ArrayList<>(chunks.values()), "").check(mention);
    return new ExactSpans(corpus, shown).correct(checked);
  }

  /** Returns the spans of the brackets that contain chunk ids, in the order of the answer. */
  public static List<Span> idBrackets(String answer, List<Snippet> shown) {
    return InlineCitationReader.read(answer, ids(ShownChunk.byId(shown))).brackets();
  }

  static IdListParser ids(Map<ChunkId, ShownChunk> shown) {
    return new IdListParser(new ShownIds(shown.values()));
  }

  /** Checks the distinct citations. A repeated citation only gets another marker. */
  private static List<Citation> check(List<Mention> mentions, CitationChecker checker) {
    Map<String, Mention> distinct = new LinkedHashMap<>();
    for (Mention mention : mentions) {
      String key = mention.shown().map(chunk -> chunk.id().value()).orElse(mention.id());
      String section = mention.hasQuote() ? "" : "." + mention.section();
      String claim = mention.hasQuote() ? "" : mention.claim();
      distinct.merge(
          key + section + '\n' + NormalizedText.key(mention.quote()) + '\n' + claim,
          mention,
          Mention::withMarkersOf);
    }
    return distinct.values().stream().map(checker::check).toList();
  }
}
