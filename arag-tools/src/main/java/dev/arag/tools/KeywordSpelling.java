package dev.arag.tools;

import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Where the keywords of a search stand in the sentences it found. */
final class KeywordSpelling {
  private final KeywordHits hits;
  private final List<String> rarestFirst;

  KeywordSpelling(KeywordHits hits) {
    this.hits = hits;
    this.rarestFirst =
        hits.chunksWith().keySet().stream().sorted(Comparator.comparing(this::frequency)).toList();
  }

  private long frequency(String keyword) {
    return hits.chunksWith().getOrDefault(keyword, 0L);
  }

  /** Where the rarest keyword in the sentence begins, in UTF-16 units; 0 if it holds none. */
  int matchStart(Sentence sentence) {
    return rarestFirst.stream()
        .flatMap(keyword -> find(keyword, sentence).stream())
        .map(Match::start)
        .findFirst()
        .orElse(0);
  }

  /** The sentence with the rarest keyword; of equals the first. Empty if there is none. */
  List<Sentence> best(List<Sentence> sentences) {
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

  /** One line for each keyword found only without its accents; empty if all were found as given. */
  String accents() {
    StringBuilder lines = new StringBuilder();
    for (String keyword : hits.ignoringAccents()) {
      lines.append(Quoted.of(keyword)).append(": no exact hit; ignoring accents ");
      lines.append(frequency(keyword));
      found(keyword).ifPresent(text -> lines.append(" (").append(Quoted.of(text)).append(')'));
      lines.append(".\n");
    }
    return lines.toString();
  }

  /** The keyword as the documents spell it, from the first sentence that has it. */
  private Optional<String> found(String keyword) {
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
    boolean bare = hits.ignoringAccents().contains(keyword);
    FoldedText text = fold(sentence.text(), bare);
    String wanted = fold(keyword, bare).text().strip();
    int at = text.text().indexOf(wanted);
    return at < 0
        ? Optional.empty()
        : Optional.of(new Match(text.sourceStart(at), text.sourceEnd(at + wanted.length())));
  }

  private static FoldedText fold(String text, boolean withoutAccents) {
    return withoutAccents ? Folding.foldWithoutDiacritics(text) : Folding.fold(text);
  }
}
