package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Finds the few words of a sentence that a question asks for. */
final class AnswerSpan {
  private static final List<String> MONTHS =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");

  private static final Set<String> NUMBER_WORDS =
      Set.of(
          "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
          "twelve", "twenty", "thirty", "forty", "fifty", "hundred");

  private static final int MOST_BEFORE_LIFE_DATES = 60;
  private static final Set<String> PLACE_LEADS = Set.of("in", "at", "near", "from", "to", "of");

  private static final int UNUSUAL_LEAD = 60;
  private static final int CLAUSE = 20;

  private AnswerSpan() {}

  /** A stretch of a sentence. */
  record Span(String text, int start, int end) {}

  /** All that a fact offers, best first. */
  static List<Span> ranked(Question question, Fact fact) {
    List<Span> ranked = new ArrayList<>();
    if (wantsSubject(question, fact)) {
      ranked.add(new Span(fact.subject(), 0, 0));
    }
    List<Integer> anchors = anchors(question, fact);
    candidates(question, fact).stream()
        .sorted(
            Comparator.comparingInt((Span span) -> distance(question, fact, span, anchors))
                .thenComparingInt(Span::start))
        .forEach(ranked::add);
    return ranked;
  }

  /** "Which actor ..." is answered by the heading of a sentence that says the rest. */
  private static boolean wantsSubject(Question question, Fact fact) {
    boolean asksForOne =
        question.kind() == AnswerKind.PERSON || question.kind() == AnswerKind.THING;
    return asksForOne
        && !question.noun().isEmpty()
        && !fact.subject().isEmpty()
        && !question.holds(fact.subject());
  }

  private static List<Span> candidates(Question question, Fact fact) {
    return switch (question.kind()) {
      case DATE -> askedDates(question, fact.text());
      case NUMBER -> numbers(question, fact.text());
      case PERSON, PLACE, THING -> names(question, fact.text());
      case YES_OR_NO -> List.of();
    };
  }

  private static List<Span> names(Question question, String text) {
    return NameFinder.located(text).stream()
        .filter(name -> name.text().length() > 3)
        .filter(
            name ->
                EnglishWords.terms(name.text()).stream().noneMatch(question::isAbout)
                    || (isKindAskedFor(question, name.text()) && !question.holds(name.text())))
        .map(name -> new Span(name.text(), name.start(), name.end()))
        .toList();
  }

  private static boolean isKindAskedFor(Question question, String name) {
    String noun = question.noun();
    return noun.length() > 2
        && EnglishWords.words(name).stream().anyMatch(word -> word.folded().equals(noun));
  }

  /** Where the words stand that say what is asked, without names; at least the start. */
  private static List<Integer> anchors(Question question, Fact fact) {
    List<String> named =
        question.names().stream().flatMap(name -> EnglishWords.terms(name).stream()).toList();
    List<Integer> anchors = new ArrayList<>();
    for (Word word : EnglishWords.words(fact.text())) {
      String stem = EnglishWords.stem(word);
      if (!word.isStop() && question.hops().isOuter(stem) && !named.contains(stem)) {
        anchors.add(word.start());
      }
    }
    return anchors.isEmpty() ? List.of(0) : anchors;
  }

  private static int distance(Question question, Fact fact, Span span, List<Integer> anchors) {
    int away = anchors.stream().mapToInt(anchor -> away(fact, span, anchor)).min().orElse(0);
    int behind = isKindAskedFor(question, span.text()) ? -10_000 : 0;
    return behind + away + (isLedAsAsked(question, fact, span) ? 0 : UNUSUAL_LEAD);
  }

  /** Characters between, more for each clause between. */
  private static int away(Fact fact, Span span, int anchor) {
    int from = Math.min(span.start(), anchor);
    int to = Math.max(span.start(), anchor);
    long clauses =
        fact.text().substring(from, to).chars().filter(c -> c == ',' || c == ';').count();
    return to - from + CLAUSE * (int) clauses;
  }

  /** A place stands behind "in" and the like, a person rather not. */
  private static boolean isLedAsAsked(Question question, Fact fact, Span span) {
    boolean isLed = PLACE_LEADS.contains(wordBefore(fact, span));
    return switch (question.kind()) {
      case PLACE -> isLed;
      case PERSON -> !isLed;
      default -> true;
    };
  }

  private static String wordBefore(Fact fact, Span span) {
    String before = fact.text().substring(0, span.start()).stripTrailing();
    return before.substring(before.lastIndexOf(' ') + 1);
  }

  /** Dates as "20 October 1952", "October 20, 1952", "April 1858", "1862". */
  static List<Span> dates(String text) {
    List<Word> words = EnglishWords.words(text);
    List<Span> dates = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (isYear(words.get(i))) {
        int first = dateStart(words, i);
        int start = words.get(first).start();
        int end = words.get(i).end();
        dates.add(new Span(text.substring(start, end), start, end));
      }
    }
    return dates;
  }

  private static int dateStart(List<Word> words, int year) {
    int first = year;
    while (first > 0 && year - first < 2 && isDatePart(words.get(first - 1))) {
      if (words.get(first).start() - words.get(first - 1).end() > 2) {
        break;
      }
      first--;
    }
    return first;
  }

  private static boolean isDatePart(Word word) {
    boolean isDay = word.isNumber() && word.text().length() <= 4 && !isYear(word);
    return isDay || MONTHS.contains(word.folded());
  }

  /** Of dates of birth and death in brackets only the one asked for; else all new ones. */
  private static List<Span> askedDates(Question question, String text) {
    List<Span> life = lifeDates(text);
    if (life.size() == 2 && question.isAbout("die")) {
      return life.subList(1, 2);
    }
    if (life.size() == 2 && question.isAbout("born")) {
      return life.subList(0, 1);
    }
    return dates(text).stream().filter(date -> !question.holds(date.text())).toList();
  }

  /** The dates in the first brackets, as behind a person's name. */
  static List<Span> lifeDates(String text) {
    int open = text.indexOf('(');
    int close = open < 0 ? -1 : text.indexOf(')', open);
    return close < 0 || open > MOST_BEFORE_LIFE_DATES
        ? List.of()
        : dates(text).stream().filter(date -> date.start() > open && date.end() <= close).toList();
  }

  /** 1 to 12, or 0 if the word is no month. */
  static int month(String word) {
    return MONTHS.indexOf(word) + 1;
  }

  static boolean isYear(Word word) {
    return word.text().length() == 4
        && "12".indexOf(word.text().charAt(0)) >= 0
        && word.text().chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static List<Span> numbers(Question question, String text) {
    return EnglishWords.words(text).stream()
        .filter(word -> word.isNumber() || NUMBER_WORDS.contains(word.folded()))
        .filter(word -> !holdsYear(word) && !question.isAbout(word.folded()))
        .map(word -> new Span(word.text(), word.start(), word.end()))
        .toList();
  }

  private static boolean holdsYear(Word word) {
    return isYear(word) || (word.text().length() > 4 && word.text().indexOf('-') > 0);
  }
}
