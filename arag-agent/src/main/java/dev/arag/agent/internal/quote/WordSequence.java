package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Span;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.CharacterForm;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The words of a text, in order. In scripts without spaces, each character is a word. A currency or
 * math sign next to a number is also a word.
 */
public final class WordSequence {
  /** Words that may follow a number without being its unit. */
  private static final Set<String> LINKS =
      Set.of(
          ("and or in of by at on for to from with the a an as which when while but it was were is"
                  + " are had has have that who where")
              .split(" "));

  private final NormalizedText text;
  private final List<String> words = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();

  private WordSequence(NormalizedText text) {
    this.text = text;
  }

  public static WordSequence of(NormalizedText text) {
    WordSequence words = new WordSequence(text);
    words.readAll();
    return words;
  }

  public int size() {
    return words.size();
  }

  String get(int i) {
    return words.get(i);
  }

  public List<String> asList() {
    return words;
  }

  /**
   * Returns the span in the source of the words from index {@code from} to {@code to}, exclusive.
   */
  Span sourceOf(int from, int to) {
    return text.sourceOf(spans.get(from).start(), spans.get(to - 1).end());
  }

  /** Returns a word as written in the source. */
  String written(int i) {
    Span span = sourceOf(i, i + 1);
    return text.source().substring(span.start(), span.end());
  }

  /** Whether a word follows another one in the same sentence, as far as punctuation shows. */
  boolean continues(int i) {
    return i > 0
        && i < size()
        && text.source()
            .substring(sourceOf(i - 1, i).end(), sourceOf(i, i + 1).start())
            .chars()
            .noneMatch(character -> ".!?。！？\n".indexOf(character) >= 0);
  }

  /**
   * Whether a quote may differ from the text in this word. The word must be in lower case. It must
   * not be a negation, a number, or the unit or sign of a number.
   */
  boolean isHarmless(int i) {
    boolean isUnit = i > 0 && endsInDigit(words.get(i - 1)) && !LINKS.contains(words.get(i));
    return !isUnit && isLowerCase(written(i)) && !CriticalWords.contains(words.get(i));
  }

  /**
   * Whether a word consists of lower-case letters. Returns false for a currency or math sign,
   * because such a word has no letters.
   */
  private static boolean isLowerCase(String word) {
    int[] parts = word.codePoints().filter(CharacterClass::isWordPart).toArray();
    return parts.length > 0 && IntStream.of(parts).allMatch(WordSequence::isSmall);
  }

  /**
   * Whether a character is a lower-case letter. Returns false for Georgian, which writes names in
   * lower case too.
   */
  private static boolean isSmall(int character) {
    return CharacterForm.isLowercase(character)
        && UnicodeScript.of(character) != UnicodeScript.GEORGIAN;
  }

  private static boolean endsInDigit(String word) {
    return CharacterClass.isDigit(word.charAt(word.length() - 1));
  }

  private void readAll() {
    String from = text.text();
    for (int i = 0; i < from.length(); ) {
      int end = text.isAmountSignAt(i) ? i + 1 : wordEnd(from, i);
      if (end > i && !text.isPercentAt(i)) {
        words.add(from.substring(i, end));
        spans.add(new Span(i, end));
      }
      i = Math.max(end, i + 1);
    }
  }

  private int wordEnd(String from, int start) {
    int end = text.isSignAt(start) ? start + 1 : start;
    while (end < from.length()) {
      int character = from.codePointAt(end);
      if (!CharacterClass.isWordPart(character) && !(end > start && text.isNumberMarkAt(end))) {
        return text.isPercentAt(end) ? end + 1 : end;
      }
      boolean isOneWord = CharacterClass.isUnspacedScript(character);
      if (isOneWord && end > start) {
        return end;
      }
      end += Character.charCount(character);
      if (isOneWord) {
        return end;
      }
    }
    return end;
  }
}
