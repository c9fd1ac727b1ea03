package dev.arag.extractive.internal;

import dev.arag.agent.internal.text.NumberWords;
import dev.arag.extractive.internal.ParsedText.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A parsed English question. Finds its short answer in a fact: the text of the requested type that
 * is nearest to the terms of the question that this fact explains.
 *
 * @param type the type of answer that the first question word asks for
 */
record ParsedQuestion(ParsedText parsed, Type type) {
  private static final int COMMA_WORDS = 3;

  /** The type of an answer, with the question words that ask for it. */
  enum Type {
    NAME(" who whom whose where "),
    DATE(" when year date "),
    NUMBER(" many much ");

    private final String words;

    Type(String words) {
      this.words = words;
    }

    static Stream<Type> of(Word word) {
      return Stream.of(values()).filter(type -> type.words.contains(" " + word.folded() + " "));
    }
  }

  static ParsedQuestion of(String text) {
    ParsedText parsed = ParsedText.of(text);
    Stream<Type> types = parsed.words().stream().flatMap(Type::of);
    return new ParsedQuestion(parsed, types.findFirst().orElse(Type.NAME));
  }

  Set<String> terms() {
    return parsed.terms();
  }

  boolean contains(Span name) {
    return terms().containsAll(name.terms());
  }

  /** Returns the keywords for a first search: the names, then the longest of the other words. */
  Stream<String> keywords() {
    return Stream.concat(parsed.names().stream().map(Span::text), words(terms()));
  }

  /** Returns the words with the given stems that are in no name, as written, longest first. */
  Stream<String> words(Set<String> stems) {
    return parsed.words().stream()
        .filter(word -> stems.contains(word.stem()) && !word.isStopWord())
        .filter(word -> parsed.names().stream().noneMatch(name -> name.contains(word)))
        .map(Word::text)
        .sorted(Comparator.comparingInt(String::length).reversed());
  }

  /** Returns the answer; null if there is none. Text of earlier facts cannot be the answer. */
  @Nullable String answer(Fact fact, Set<String> explained, List<Fact> earlier) {
    List<Word> words = fact.sentence().words();
    int[] anchors =
        IntStream.range(0, words.size())
            .filter(i -> explained.contains(words.get(i).stem()))
            .toArray();
    return candidates(fact.sentence()).stream()
        .filter(span -> !contains(span))
        .filter(span -> earlier.stream().noneMatch(each -> each.mentions(span)))
        .min(Comparator.comparingInt(span -> distance(fact.sentence(), span.from(), anchors)))
        .map(Span::text)
        .orElse(null);
  }

  private List<Span> candidates(ParsedText sentence) {
    return switch (type) {
      case DATE -> dates(sentence);
      case NUMBER -> numbers(sentence);
      case NAME -> sentence.names();
    };
  }

  /** Returns the dates in a sentence, such as "20 October 1952", "October 20, 1952" and "1862". */
  private static List<Span> dates(ParsedText sentence) {
    List<Word> words = sentence.words();
    List<Span> dates = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).isYear()) {
        int from = i;
        while (from > Math.max(0, i - 2) && words.get(from - 1).isDayOrMonth()) {
          from--;
        }
        dates.add(sentence.span(from, i + 1));
      }
    }
    return dates;
  }

  private static List<Span> numbers(ParsedText sentence) {
    List<Word> words = sentence.words();
    return IntStream.range(0, words.size())
        .filter(i -> words.get(i).isNumber() || NumberWords.isCount(words.get(i).folded()))
        .filter(i -> !words.get(i).isYear())
        .mapToObj(i -> sentence.span(i, i + 1))
        .toList();
  }

  private static int distance(ParsedText sentence, int from, int[] anchors) {
    return IntStream.of(anchors).map(anchor -> distance(sentence, from, anchor)).min().orElse(0);
  }

  /** Returns the number of words between a span and an anchor; a comma counts like words. */
  private static int distance(ParsedText sentence, int from, int anchor) {
    int first = sentence.words().get(Math.min(from, anchor)).start();
    int last = sentence.words().get(Math.max(from, anchor)).start();
    long commas = sentence.text().substring(first, last).chars().filter(c -> c == ',').count();
    return Math.abs(from - anchor) + COMMA_WORDS * (int) commas;
  }
}
