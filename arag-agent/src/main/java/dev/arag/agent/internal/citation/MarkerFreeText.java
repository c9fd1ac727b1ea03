package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.quote.NormalizedText;
import dev.arag.agent.internal.quote.WordSequence;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.string.Truncation;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of an answer without its citation markers. The space that a marker leaves is removed as
 * well: "In Tarn [k2]." becomes "In Tarn.", and "In [k2] Tarn" becomes "In Tarn".
 */
public final class MarkerFreeText {
  private static final int MAX_CLAIM_LENGTH = 600;

  /**
   * Minimum number of words in a claim. Fewer words before a marker, such as "According to", are
   * not a claim.
   */
  private static final int MIN_CLAIM_WORDS = 3;

  private final StringBuilder text = new StringBuilder();
  private final List<Integer> indexes = new ArrayList<>();
  private boolean isAfterMarker;

  /** The place in this text of the last marker. */
  private int marker;

  /** The place of the last marker that is separated from the marker at {@code marker} by words. */
  private int previous;

  /**
   * The words to which a marker belongs.
   *
   * @param text the sentence up to the marker. If only few words precede the marker, the rest of
   *     the sentence is included
   * @param clause the words between the previous marker of the sentence and this one
   * @param start the start of the claim in the text without markers
   */
  record MarkedWords(String text, String clause, int start) {}

  /**
   * An answer without its markers.
   *
   * @param claims for each marker, the span from the start of its claim to the place of the marker
   * @param indexes for each character of the text, its index in the answer
   */
  public record WithoutMarkers(String text, List<Span> claims, List<Integer> indexes) {}

  /**
   * Removes the markers from an answer.
   *
   * @param markers the markers of the answer, in order
   */
  public static WithoutMarkers of(String answer, List<Citation.Marker> markers) {
    MarkerFreeText plain = new MarkerFreeText();
    List<Span> claims = new ArrayList<>();
    int done = 0;
    for (Citation.Marker marker : markers) {
      plain.append(answer, done, marker.start());
      MarkedWords claim = plain.removeMarker(answer, marker.end());
      claims.add(new Span(claim.start(), plain.text.length()));
      done = marker.end();
    }
    plain.append(answer, done, answer.length());
    return new WithoutMarkers(plain.toString(), claims, plain.indexes);
  }

  private void append(String answer, int start, int end) {
    for (int i = start; i < end; i++) {
      indexes.subList(text.length(), indexes.size()).clear();
      append(answer.charAt(i));
      if (text.length() > indexes.size()) {
        indexes.add(i);
      }
    }
  }

  void append(char character) {
    boolean isLeft = isAfterMarker && character == ' ' && isAtLineStart();
    if (!isLeft) {
      text.append(character);
    }
    isAfterMarker = false;
  }

  private boolean isAtLineStart() {
    return text.isEmpty() || text.charAt(text.length() - 1) == '\n';
  }

  /**
   * Removes the marker that starts at the end of this text.
   *
   * @param end the end of the marker in the answer
   * @return the claim of the marker
   */
  MarkedWords removeMarker(String answer, int end) {
    boolean endsWord = end == answer.length() || " .,;:!?)\n".indexOf(answer.charAt(end)) >= 0;
    while (endsWord && !text.isEmpty() && text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    if (hasWord(text.substring(Math.min(marker, text.length())))) {
      previous = marker;
    }
    marker = text.length();
    isAfterMarker = true;
    return claim(restOfSentence(answer, end));
  }

  private MarkedWords claim(String rest) {
    MarkedWords before = claimBefore();
    boolean startsLine = !hasWord(text.substring(text.lastIndexOf("\n") + 1));
    if (rest.isEmpty() || (!startsLine && countWords(before.text()) >= MIN_CLAIM_WORDS)) {
      return before;
    }
    return startsLine
        ? new MarkedWords(rest, rest, text.length())
        : new MarkedWords(before.text() + " " + rest, before.clause(), before.start());
  }

  /** Returns the last sentence of this text; empty if there is none. */
  MarkedWords claimBefore() {
    String end = Truncation.suffix(text, MAX_CLAIM_LENGTH);
    List<ShownPassage> sentences =
        new ShownPassage(end.stripTrailing(), text.length() - end.length()).sentences();
    if (sentences.isEmpty()) {
      return new MarkedWords("", "", text.length());
    }
    ShownPassage last = sentences.get(sentences.size() - 1);
    int clause = previous - last.offset();
    boolean isInside = clause > 0 && clause < last.text().length();
    return new MarkedWords(
        last.text(), isInside ? last.text().substring(clause) : last.text(), last.offset());
  }

  private static String restOfSentence(String answer, int from) {
    int most = Math.min(answer.length(), from + MAX_CLAIM_LENGTH + 1);
    String rest = Truncation.prefix(answer.substring(from, most), MAX_CLAIM_LENGTH);
    int end = 0;
    while (end < rest.length()
        && rest.charAt(end) != '\n'
        && !Punctuation.isOpeningBracket(rest.charAt(end))) {
      end++;
    }
    List<ShownPassage> sentences = new ShownPassage(rest.substring(0, end), 0).sentences();
    String first = sentences.isEmpty() ? "" : sentences.get(0).text();
    return hasWord(first) ? first : "";
  }

  private static int countWords(String text) {
    return WordSequence.of(NormalizedText.of(text)).size();
  }

  private static boolean hasWord(String text) {
    return text.codePoints().anyMatch(CharacterClass::isLetterOrDigit);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
