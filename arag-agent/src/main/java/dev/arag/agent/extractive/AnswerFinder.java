package dev.arag.agent.extractive;

import dev.arag.agent.extractive.ParsedText.Span;
import dev.arag.agent.internal.text.NumberWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the short answer in a fact: the text of the requested type that is nearest to the terms of
 * the question that this fact explains.
 */
final class AnswerFinder {
  private static final int COMMA_WORDS = 3;

  private AnswerFinder() {}

  /** Returns the answer; null if there is none. Text of earlier facts cannot be the answer. */
  static @Nullable String find(
      Question question, Fact fact, Set<String> explained, List<Fact> earlier) {
    List<Word> words = fact.sentence().words();
    int[] anchors =
        IntStream.range(0, words.size())
            .filter(i -> explained.contains(words.get(i).stem()))
            .toArray();
    return candidates(question.type(), fact.sentence()).stream()
        .filter(span -> !question.contains(span))
        .filter(span -> earlier.stream().noneMatch(each -> each.mentions(span)))
        .min(Comparator.comparingInt(span -> distance(fact.sentence(), span.from(), anchors)))
        .map(Span::text)
        .orElse(null);
  }

  private static List<Span> candidates(Question.Type type, ParsedText sentence) {
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
        while (from > Math.max(0, i - 2) && isDayOrMonth(words.get(from - 1))) {
          from--;
        }
        dates.add(sentence.span(from, i + 1));
      }
    }
    return dates;
  }

  private static boolean isDayOrMonth(Word word) {
    return word.isMonth() || (word.isNumber() && word.text().length() <= 2);
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
