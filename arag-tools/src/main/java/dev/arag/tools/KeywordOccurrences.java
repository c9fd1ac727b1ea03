package dev.arag.tools;

import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Sentence;
import dev.arag.tools.internal.text.QuotedInput;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Locates the keywords of a search in the sentences that the search found. */
final class KeywordOccurrences implements RenderedHit.Selector {
  private final KeywordHits hits;
  private final List<String> rarestFirst;

  KeywordOccurrences(KeywordHits hits) {
    this.hits = hits;
    this.rarestFirst =
        hits.chunksWith().keySet().stream().sorted(Comparator.comparing(this::frequency)).toList();
  }

  private long frequency(String keyword) {
    return hits.chunksWith().getOrDefault(keyword, 0L);
  }

  /**
   * Returns the start of the rarest keyword that occurs in the sentence, in UTF-16 units, or 0 if
   * no keyword occurs.
   */
  @Override
  public int matchStart(Sentence sentence) {
    return rarestFirst.stream()
        .flatMap(keyword -> find(keyword, sentence).stream())
        .map(Match::start)
        .findFirst()
        .orElse(0);
  }

  /**
   * Returns the first sentence with the rarest keyword as a list of one element, or an empty list
   * if there are no sentences.
   */
  @Override
  public List<Sentence> best(List<Sentence> sentences) {
    return sentences.stream().min(Comparator.comparingInt(this::rank)).stream().toList();
  }

  private int rank(Sentence sentence) {
    OptionalInt rank = OptionalInt.empty();
    for (int i = rarestFirst.size() - 1; i >= 0; i--) {
      if (find(rarestFirst.get(i), sentence).isPresent()) {
        rank = OptionalInt.of(i);
      }
    }
    return rank.orElse(Integer.MAX_VALUE);
  }

  /**
   * Returns one line for each keyword that was found only by ignoring accents. The text is empty if
   * there are no such keywords.
   */
  String accentNotes() {
    StringBuilder lines = new StringBuilder();
    for (String keyword : hits.ignoringAccents()) {
      lines.append(QuotedInput.quote(keyword)).append(": no exact hit; ignoring accents ");
      lines.append(frequency(keyword));
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

  private record Match(int start, int end) {
    String in(Sentence sentence) {
      return sentence.text().substring(start, end);
    }
  }

  private Optional<Match> find(String keyword, Sentence sentence) {
    boolean withoutAccents = hits.ignoringAccents().contains(keyword);
    FoldedText text = fold(sentence.text(), withoutAccents);
    String wanted = fold(keyword, withoutAccents).text().strip();
    int at = text.text().indexOf(wanted);
    return at < 0
        ? Optional.empty()
        : Optional.of(new Match(text.sourceStart(at), text.sourceEnd(at + wanted.length())));
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
