package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.citation.ShownChunk.ShownSentence;
import dev.arag.agent.internal.quote.NearMatch;
import dev.arag.agent.internal.quote.QuoteParts;
import dev.arag.core.internal.string.Truncation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks citations by the rules of {@link Verdict}, in the order that {@link Verdict} specifies.
 */
final class CitationChecker {
  private static final int MAX_CLAIM = 600;

  private final List<ShownChunk> chunks;
  private final String answer;

  /**
   * @param answer the short answer; used as the claim of an id that follows no sentence
   */
  CitationChecker(List<ShownChunk> chunks, String answer) {
    this.chunks = chunks;
    this.answer = Truncation.prefix(answer, MAX_CLAIM);
  }

  Citation check(Mention mention) {
    return mention
        .shown()
        .map(chunk -> checkShown(mention, chunk))
        .orElseGet(() -> notShown(mention));
  }

  private static Citation notShown(Mention mention) {
    return citation(mention, Verdict.NOT_SHOWN, List.of(), null);
  }

  private Citation checkShown(Mention mention, ShownChunk chunk) {
    List<String> parts = QuoteParts.keys(mention.quote());
    return parts.isEmpty() ? locate(mention, chunk) : checkQuote(mention, chunk, parts);
  }

  private Citation checkQuote(Mention mention, ShownChunk chunk, List<String> parts) {
    Optional<Span> exact =
        chunk
            .section(mention.section())
            .flatMap(section -> section.findInOrder(parts))
            .or(() -> chunk.findInOrder(parts));
    if (exact.isPresent()) {
      return citation(mention, chunk, Verdict.SUPPORTED, exact);
    }
    Optional<NearMatch.Match> near =
        parts.size() == 1 ? chunk.findNear(mention.quote()) : Optional.empty();
    if (near.isPresent()) {
      return near(mention, chunk, near.get());
    }
    return inOther(mention, chunk, parts).orElseGet(() -> unfound(mention, chunk, parts));
  }

  private Optional<Citation> inOther(Mention mention, ShownChunk cited, List<String> parts) {
    for (ShownChunk other : chunks) {
      Optional<Span> found = other == cited ? Optional.empty() : other.findInOrder(parts);
      if (found.isPresent()) {
        Citation.Place there = new Citation.Place(other.location(), found.get(), null);
        return Optional.of(citation(mention, Verdict.MISATTRIBUTED, List.of(), there));
      }
    }
    return Optional.empty();
  }

  private static Citation unfound(Mention mention, ShownChunk chunk, List<String> parts) {
    if (chunk.containsPiecesOf(parts)) {
      return citation(mention, chunk, Verdict.STITCHED, Optional.empty());
    }
    return citation(
        mention,
        Verdict.FABRICATED,
        parts.size() == 1 ? chunk.differences(mention.quote()) : List.of(),
        place(chunk, Optional.empty()));
  }

  private static Citation near(Mention mention, ShownChunk chunk, NearMatch.Match near) {
    return citation(
        mention, Verdict.NEAR, near.differences(), place(chunk, Optional.of(near.span())));
  }

  private static Citation citation(
      Mention mention, ShownChunk chunk, Verdict verdict, Optional<Span> span) {
    return citation(mention, verdict, List.of(), place(chunk, span));
  }

  private static Citation.Place place(ShownChunk chunk, Optional<Span> span) {
    return new Citation.Place(
        chunk.location(),
        span.orElse(null),
        span.flatMap(found -> chunk.sectionAt(found.start())).orElse(null));
  }

  private static Citation citation(
      Mention mention,
      Verdict verdict,
      List<Citation.Difference> differences,
      Citation.@Nullable Place place) {
    return Citation.of(
        mention.chunk(),
        verdict,
        mention.hasQuote() ? mention.quote() : null,
        differences,
        place,
        mention.claim().isEmpty() ? null : mention.claim(),
        mention.markers());
  }

  private Citation locate(Mention mention, ShownChunk chunk) {
    Optional<ShownChunk> section = chunk.section(mention.section());
    if (mention.section() >= 0 && section.isEmpty()) {
      return notShown(mention);
    }
    boolean isUncited = mention.claim().isBlank();
    Optional<ShownPassage> best =
        bestSentence(
            isUncited ? answer : mention.claim(),
            isUncited ? answer : mention.clause(),
            section.orElse(chunk).sentences());
    return citation(
        mention.withQuote(best.map(ShownPassage::text).orElse("")),
        chunk,
        Verdict.LOCATED,
        best.map(ShownPassage::span));
  }

  /**
   * Returns the sentence that fits a claim best; the first one if several are equal. Returns empty
   * if no sentence shares a word with the claim.
   */
  private static Optional<ShownPassage> bestSentence(
      String claim, String clause, List<ShownSentence> sentences) {
    ClaimScorer scorer = new ClaimScorer(claim, clause, sentences);
    @Nullable ShownPassage best = null;
    double most = 0;
    for (ShownSentence sentence : sentences) {
      double score = scorer.score(sentence.words());
      if (score > most) {
        most = score;
        best = sentence.passage();
      }
    }
    return Optional.ofNullable(best);
  }
}
