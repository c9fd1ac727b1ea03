package dev.arag.tools.internal.search;

import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import dev.arag.core.text.Sentence;
import dev.arag.tools.internal.text.QuotedInput;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Locates the keywords of a search in the sentences that the search found. Whole words come before
 * parts of words, and rare keywords before common ones.
 */
public final class KeywordOccurrences implements RenderedHit.Selector {
  private final KeywordHits hits;

  KeywordOccurrences(KeywordHits hits) {
    this.hits = hits;
  }

  /**
   * Returns the start of the best match in the sentence, in UTF-16 units, or 0 if no keyword
   * occurs.
   */
  @Override
  public int matchStart(Sentence sentence) {
    return bestMatch(sentence).start();
  }

  /**
   * Returns the first sentence with the best match as a list of one element, or an empty list if
   * there are no sentences.
   */
  @Override
  public List<Sentence> best(List<Sentence> sentences) {
    return sentences.stream().min(Comparator.comparing(this::bestMatch, Match.BEST_FIRST)).stream()
        .toList();
  }

  private Match bestMatch(Sentence sentence) {
    return hits.chunksWith().keySet().stream()
        .flatMap(keyword -> find(keyword, sentence).stream())
        .min(Match.BEST_FIRST)
        .orElse(Match.NONE);
  }

  /**
   * Returns one line for each keyword that was found only by ignoring accents. The text is empty if
   * there are no such keywords.
   */
  String accentNotes() {
    StringBuilder lines = new StringBuilder();
    for (String keyword : hits.ignoringAccents()) {
      lines.append(QuotedInput.quote(keyword)).append(": no exact hit; ignoring accents ");
      lines.append(chunksWith(keyword, false));
      spelling(keyword)
          .ifPresent(text -> lines.append(" (").append(QuotedInput.quote(text)).append(')'));
      lines.append(".\n");
    }
    return lines.toString();
  }

  /** Returns the spelling of the keyword in the first sentence that contains the keyword. */
  private Optional<String> spelling(String keyword) {
    Stream<Sentence> sentences =
        hits.hits().stream().map(KeywordHit::sentences).flatMap(List::stream);
    return sentences
        .flatMap(sentence -> find(keyword, sentence).map(match -> match.in(sentence)).stream())
        .findFirst();
  }

  /**
   * An occurrence of a keyword in a sentence.
   *
   * @param chunks the number of chunks that contain the keyword; if the occurrence is a whole word,
   *     of those that contain it as a whole word
   */
  private record Match(int start, int end, boolean isWhole, long chunks) {
    static final Match NONE = new Match(0, 0, false, Long.MAX_VALUE);

    static final Comparator<Match> BEST_FIRST =
        Comparator.comparing(Match::isWhole).reversed().thenComparingLong(Match::chunks);

    String in(Sentence sentence) {
      return sentence.text().substring(start, end);
    }
  }

  /** Finds the first whole word, or the first part of a longer word if there is no whole word. */
  private Optional<Match> find(String keyword, Sentence sentence) {
    boolean withoutAccents = hits.ignoringAccents().contains(keyword);
    FoldedText text = fold(sentence.text(), withoutAccents);
    String wanted = fold(keyword, withoutAccents).text().strip();
    int first = text.text().indexOf(wanted);
    if (first < 0) {
      return Optional.empty();
    }
    int whole = firstWhole(text.text(), wanted, first);
    int at = whole < 0 ? first : whole;
    int start = text.sourceStart(at);
    int end = text.sourceEnd(at + wanted.length());
    return Optional.of(new Match(start, end, whole >= 0, chunksWith(keyword, whole >= 0)));
  }

  private static int firstWhole(String text, String wanted, int first) {
    int at = first;
    while (at >= 0 && !WordEdges.isWhole(text, at, at + wanted.length())) {
      at = text.indexOf(wanted, at + wanted.length());
    }
    return at;
  }

  private long chunksWith(String keyword, boolean isWhole) {
    return (isWhole ? hits.chunksWithWhole() : hits.chunksWith()).getOrDefault(keyword, 0L);
  }

  private static FoldedText fold(String text, boolean withoutAccents) {
    return withoutAccents ? Folding.foldWithoutDiacritics(text) : Folding.fold(text);
  }

  @Override
  public boolean isMatch(Sentence sentence) {
    return hits.chunksWith().keySet().stream()
        .anyMatch(keyword -> find(keyword, sentence).isPresent());
  }
}
