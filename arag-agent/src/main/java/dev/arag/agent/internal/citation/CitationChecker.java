package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.citation.ShownChunk.ShownSentence;
import dev.arag.agent.internal.quote.NearMatch;
import dev.arag.agent.internal.quote.QuoteParts;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.Location;
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
    return new Citation(
        0,
        mention.chunk(),
        mention.quote(),
        Verdict.NOT_SHOWN,
        null,
        -1,
        -1,
        mention.claim(),
        List.of(),
        -1,
        mention.markers());
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
      return citation(mention, chunk, Verdict.SUPPORTED, chunk.location(), exact.get());
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
        Location there = other.location();
        return Optional.of(citation(mention, cited, Verdict.MISATTRIBUTED, there, found.get()));
      }
    }
    return Optional.empty();
  }

  private static Citation unfound(Mention mention, ShownChunk chunk, List<String> parts) {
    Verdict verdict = chunk.containsPiecesOf(parts) ? Verdict.STITCHED : Verdict.FABRICATED;
    return citation(mention, chunk, verdict, chunk.location(), Span.UNKNOWN);
  }

  private static Citation near(Mention mention, ShownChunk chunk, NearMatch.Match near) {
    return new Citation(
        0,
        chunk.id(),
        mention.quote(),
        Verdict.NEAR,
        chunk.location(),
        near.span().start(),
        near.span().end(),
        mention.claim(),
        near.differences(),
        chunk.sectionAt(near.span().start()),
        mention.markers());
  }

  private static Citation citation(
      Mention mention, ShownChunk chunk, Verdict verdict, Location location, Span span) {
    return new Citation(
        0,
        chunk.id(),
        mention.quote(),
        verdict,
        location,
        span.start(),
        span.end(),
        mention.claim(),
        List.of(),
        sectionOf(verdict, chunk, span),
        mention.markers());
  }

  private static int sectionOf(Verdict verdict, ShownChunk chunk, Span span) {
    boolean isInChunk = verdict != Verdict.MISATTRIBUTED && !span.equals(Span.UNKNOWN);
    return isInChunk ? chunk.sectionAt(span.start()) : -1;
  }

  private Citation locate(Mention mention, ShownChunk chunk) {
    Optional<ShownChunk> section = chunk.section(mention.section());
    if (mention.section() >= 0 && section.isEmpty()) {
      return notShown(mention);
    }
    boolean isUncited = mention.claim().isBlank();
    ShownPassage best =
        bestSentence(
            isUncited ? answer : mention.claim(),
            isUncited ? answer : mention.clause(),
            section.orElse(chunk).sentences());
    Span span = best == null ? Span.UNKNOWN : best.span();
    String quote = best == null ? "" : best.text();
    return citation(mention.withQuote(quote), chunk, Verdict.LOCATED, chunk.location(), span);
  }

  /**
   * Returns the sentence that fits a claim best; the first one if several are equal. Returns null
   * if no sentence shares a word with the claim.
   */
  private static @Nullable ShownPassage bestSentence(
      String claim, String clause, List<ShownSentence> sentences) {
    ClaimScorer scorer = new ClaimScorer(claim, clause, sentences);
    ShownPassage best = null;
    double most = 0;
    for (ShownSentence sentence : sentences) {
      double score = scorer.score(sentence.words());
      if (score > most) {
        most = score;
        best = sentence.passage();
      }
    }
    return best;
  }
}
