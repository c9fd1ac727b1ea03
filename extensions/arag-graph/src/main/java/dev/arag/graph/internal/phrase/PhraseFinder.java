package dev.arag.graph.internal.phrase;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.spi.MentionFinder;
import dev.arag.graph.internal.phrase.SentenceWord.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds names and phrases in a sentence by its characters, without a model and in any language. It
 * finds:
 *
 * <ul>
 *   <li>runs of capitalized words, with the numbers beside them ("Marie Curie", "University of
 *       Oxford", "12 March 1898"), and the parts of a name before and after "of" and the like
 *   <li>quoted text
 *   <li>codes and dates with digits ("GPT-4", "1898-03-12"); a number or an ordinal alone is not a
 *       name
 *   <li>runs of other words that are not stop words. In a sentence with capital letters, a run of
 *       up to three words is one phrase. In a longer run, and in a sentence that is all in lower
 *       case or all in upper case, all parts of up to three words are phrases, because names may be
 *       among them
 *   <li>in scripts without spaces, runs that end at punctuation, hiragana and frequent function
 *       characters, and their parts of two or three characters
 * </ul>
 *
 * <p>Many phrases are not names. Whoever ranks with them must skip those that are very rare or very
 * frequent. Names come first if there are more than {@link MentionFinder#MAX_SPANS}. Only the first
 * 65,536 characters of a sentence are searched, in linear time.
 */
public final class PhraseFinder implements MentionFinder {
  /** The part of the fingerprint that all versions of this class share. */
  public static final String NAME = "phrases ";

  private static final String FINGERPRINT = NAME + "1";

  /** The part of a sentence that is searched, in UTF-16 units. Only hostile text has more. */
  private static final int MAX_LENGTH = 1 << 16;

  private static final int MAX_QUOTE = 80;
  private static final int MAX_NAME_WORDS = 6;
  private static final int MAX_GRAM = 3;

  /** Words in a row that are looked at together. Only very long sentences have more. */
  private static final int MAX_RUN = 64;

  @Override
  public String fingerprint() {
    return FINGERPRINT;
  }

  @Override
  public List<Span> find(String sentence, List<String> heading) {
    return new Search(start(sentence)).run();
  }

  private static String start(String sentence) {
    return sentence.length() > MAX_LENGTH ? sentence.substring(0, MAX_LENGTH) : sentence;
  }

  /** The search in one sentence. */
  private static final class Search {
    private final String text;
    private final List<SentenceWord> words = new ArrayList<>();
    private final Set<Span> names = new LinkedHashSet<>();
    private final Set<Span> phrases = new LinkedHashSet<>();
    private final boolean hasCapitals;

    Search(String text) {
      this.text = text;
      hasCapitals = hasCapitals(text);
    }

    /** Returns whether a text has upper-case and lower-case letters. */
    private static boolean hasCapitals(String text) {
      boolean hasUpperCase = false;
      boolean hasLowerCase = false;
      for (int i = 0; i < text.length() && !(hasUpperCase && hasLowerCase); ) {
        int codePoint = text.codePointAt(i);
        hasUpperCase |= CharacterClass.isUpperCase(codePoint);
        hasLowerCase |= CharacterClass.isLowerCase(codePoint);
        i += Character.charCount(codePoint);
      }
      return hasUpperCase && hasLowerCase;
    }

    List<Span> run() {
      findQuotes();
      WordReader reader = new WordReader(text);
      while (names.size() < MAX_SPANS && reader.next()) {
        SentenceWord word = reader.word();
        if (!word.follows() || words.size() == MAX_RUN) {
          endRun();
        }
        if (word.is(Kind.UNSPACED)) {
          new UnspacedPhrases(text, word.start(), word.end(), this::addPhrase).run();
        } else {
          words.add(word);
        }
      }
      endRun();
      List<Span> found = new ArrayList<>(names);
      phrases.stream().filter(phrase -> !names.contains(phrase)).forEach(found::add);
      return found.size() > MAX_SPANS ? List.copyOf(found.subList(0, MAX_SPANS)) : found;
    }

    private void addName(int start, int end) {
      add(names, start, end);
    }

    private void addPhrase(int start, int end) {
      add(phrases, start, end);
    }

    private static void add(Set<Span> spans, int start, int end) {
      if (spans.size() < MAX_SPANS && end - start <= Span.MAX_LENGTH) {
        spans.add(new Span(start, end));
      }
    }

    // ---- quotes

    private void findQuotes() {
      for (int i = 0; i < text.length() && names.size() < MAX_SPANS; i++) {
        int close = closingQuote(text.charAt(i));
        if (close >= 0) {
          i = Math.max(i, findQuote(i + 1, (char) close));
        }
      }
    }

    /** Returns the place of the closing quote, or of the opening one if there is none nearby. */
    private int findQuote(int start, char close) {
      int limit = Math.min(text.length(), start + MAX_QUOTE);
      boolean hasLetter = false;
      for (int i = start; i < limit; i++) {
        char unit = text.charAt(i);
        if (unit == close) {
          if (hasLetter) {
            addName(start, i);
          }
          return i;
        }
        hasLetter |= CharacterClass.isLetter(unit);
      }
      return start - 1;
    }

    private static int closingQuote(char open) {
      return switch (open) {
        case '"' -> '"';
        case '“', '”' -> '”';
        case '„' -> '“';
        case '«' -> '»';
        case '»' -> '«';
        case '「' -> '」';
        case '『' -> '』';
        case '《' -> '》';
        default -> -1;
      };
    }

    // ---- runs of words with nothing but one space between them

    private void endRun() {
      int from = 0;
      while (from < words.size()) {
        int to = nameEnd(from);
        if (to > from) {
          from = to;
        } else {
          from = Math.max(phraseEnd(from), from + 1);
        }
      }
      words.clear();
    }

    /** Adds the name that starts at a word, and returns its end; the word if there is none. */
    private int nameEnd(int from) {
      if (!hasCapitals) {
        return from;
      }
      int first = from;
      while (first < words.size() && words.get(first).is(Kind.NUMBER)) {
        first++;
      }
      int end = capitalizedEnd(first);
      if (end == first) {
        return from;
      }
      int numbers = end;
      while (numbers < words.size() && words.get(numbers).is(Kind.NUMBER)) {
        numbers++;
      }
      if (numbers == first + 1 && words.get(first).isShort()) {
        return numbers;
      }
      if (end - first > MAX_NAME_WORDS) {
        addGrams(from, numbers);
      } else {
        addName(words.get(first).start(), words.get(end - 1).end());
        addName(words.get(from).start(), words.get(numbers - 1).end());
        addNameParts(first, end);
      }
      return numbers;
    }

    /** Adds the codes in a name, and the parts before and after a connector. */
    private void addNameParts(int from, int to) {
      int start = from;
      for (int i = from; i < to; i++) {
        SentenceWord word = words.get(i);
        if (word.is(Kind.CODE)) {
          addName(word.start(), word.end());
        }
        if (!word.isName()) {
          addNamePart(start, i);
          start = i + 1;
        }
      }
      addNamePart(start, to);
    }

    private void addNamePart(int from, int to) {
      if (to > from && !(to == from + 1 && words.get(from).isShort())) {
        addName(words.get(from).start(), words.get(to - 1).end());
      }
    }

    /** Returns the end of the capitalized words from a word on. Connectors may be among them. */
    private int capitalizedEnd(int from) {
      int end = from;
      int next = from;
      while (next < words.size()) {
        SentenceWord word = words.get(next);
        if (word.isName()) {
          end = next + 1;
        } else if (next == from || !word.isConnector() || next - end >= 2) {
          break;
        }
        next++;
      }
      return end;
    }

    /** Adds the phrases of the words from a word on that are not part of a name. */
    private int phraseEnd(int from) {
      int end = from;
      while (end < words.size() && isInPhrase(words.get(end))) {
        end++;
      }
      if (end > from && hasCapitals && end - from <= MAX_GRAM) {
        addGram(from, end);
      } else {
        addGrams(from, end);
      }
      return end;
    }

    private boolean isInPhrase(SentenceWord word) {
      if (hasCapitals) {
        return !word.isName() && !word.isStopWord();
      }
      return !word.isStopWord() || word.isConnector();
    }

    /** Adds all parts of up to three words. A connector may only be in the middle. */
    private void addGrams(int from, int to) {
      for (int start = from; start < to && phrases.size() < MAX_SPANS; start++) {
        for (int end = start + 1; end <= Math.min(to, start + MAX_GRAM); end++) {
          addGram(start, end);
        }
      }
    }

    private void addGram(int from, int to) {
      boolean isEdge = words.get(from).isStopWord() || words.get(to - 1).isStopWord();
      boolean hasName =
          words.subList(from, to).stream()
              .anyMatch(word -> !word.is(Kind.NUMBER) && !word.isShort() && !word.isStopWord());
      if (isEdge || !hasName) {
        return;
      }
      if (to - from == 1 && words.get(from).is(Kind.CODE)) {
        addName(words.get(from).start(), words.get(from).end());
      } else {
        addPhrase(words.get(from).start(), words.get(to - 1).end());
      }
    }
  }
}
