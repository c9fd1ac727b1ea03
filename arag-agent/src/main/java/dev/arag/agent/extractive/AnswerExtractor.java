package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import dev.arag.agent.internal.text.NumberWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Extracts possible short answers to a question from the text of a fact. */
final class AnswerExtractor {
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

  private static final int MAX_LENGTH_BEFORE_LIFE_DATES = 60;
  private static final Set<String> PLACE_PREPOSITIONS =
      Set.of("in", "at", "near", "from", "to", "of");

  private static final int UNUSUAL_PREPOSITION_COST = 60;
  private static final int CLAUSE_COST = 20;

  private AnswerExtractor() {}

  /** Returns the possible answers in a fact, best first. */
  static List<TextSpan> ranked(Question question, Fact fact) {
    List<TextSpan> ranked = new ArrayList<>();
    if (mayBeSubject(question, fact)) {
      ranked.add(new TextSpan(fact.subject(), 0, 0));
    }
    List<Integer> anchors = anchors(question, fact);
    candidates(question, fact).stream()
        .sorted(
            Comparator.comparingInt((TextSpan span) -> distance(question, fact, span, anchors))
                .thenComparingInt(TextSpan::start))
        .forEach(ranked::add);
    return ranked;
  }

  /**
   * Whether the heading of the fact may be the answer. For a question such as "Which actor ...",
   * the answer may be the title of a document whose text matches the rest of the question.
   */
  private static boolean mayBeSubject(Question question, Fact fact) {
    boolean asksForThing =
        question.type() == AnswerType.PERSON || question.type() == AnswerType.THING;
    return asksForThing
        && !question.noun().isEmpty()
        && !fact.subject().isEmpty()
        && !question.contains(fact.subject());
  }

  private static List<TextSpan> candidates(Question question, Fact fact) {
    return switch (question.type()) {
      case DATE -> requestedDates(question, fact.text());
      case NUMBER -> numbers(question, fact.text());
      case PERSON, PLACE, THING -> names(question, fact.text());
      case YES_OR_NO -> List.of();
    };
  }

  private static List<TextSpan> names(Question question, String text) {
    return NameFinder.locate(text).stream()
        .filter(name -> name.text().length() > 3)
        .filter(
            name ->
                EnglishWords.terms(name.text()).stream().noneMatch(question::isAbout)
                    || (containsNoun(question, name.text()) && !question.contains(name.text())))
        .map(name -> new TextSpan(name.text(), name.start(), name.end()))
        .toList();
  }

  private static boolean containsNoun(Question question, String name) {
    String noun = question.noun();
    return noun.length() > 2
        && EnglishWords.words(name).stream().anyMatch(word -> word.folded().equals(noun));
  }

  /**
   * Returns the positions in the fact of words from the last hop of the question, excluding names.
   * Returns position 0 if the fact contains no such word.
   */
  private static List<Integer> anchors(Question question, Fact fact) {
    List<String> named =
        question.names().stream().flatMap(name -> EnglishWords.terms(name).stream()).toList();
    List<Integer> anchors = new ArrayList<>();
    for (Word word : EnglishWords.words(fact.text())) {
      String stem = EnglishWords.stem(word);
      if (!word.isStopWord() && question.hops().isOuter(stem) && !named.contains(stem)) {
        anchors.add(word.start());
      }
    }
    return anchors.isEmpty() ? List.of(0) : anchors;
  }

  private static int distance(Question question, Fact fact, TextSpan span, List<Integer> anchors) {
    int separation =
        anchors.stream().mapToInt(anchor -> separation(fact, span, anchor)).min().orElse(0);
    int nounBonus = containsNoun(question, span.text()) ? -10_000 : 0;
    return nounBonus
        + separation
        + (hasExpectedPreposition(question, fact, span) ? 0 : UNUSUAL_PREPOSITION_COST);
  }

  /**
   * Returns the number of characters between a span and an anchor, plus a cost for each comma or
   * semicolon between them.
   */
  private static int separation(Fact fact, TextSpan span, int anchor) {
    int from = Math.min(span.start(), anchor);
    int to = Math.max(span.start(), anchor);
    long clauses =
        fact.text().substring(from, to).chars().filter(c -> c == ',' || c == ';').count();
    return to - from + CLAUSE_COST * (int) clauses;
  }

  /**
   * Whether the word before the span fits the answer type. The name of a place usually follows a
   * preposition such as "in", and the name of a person usually does not.
   */
  private static boolean hasExpectedPreposition(Question question, Fact fact, TextSpan span) {
    boolean followsPreposition = PLACE_PREPOSITIONS.contains(wordBefore(fact, span));
    return switch (question.type()) {
      case PLACE -> followsPreposition;
      case PERSON -> !followsPreposition;
      default -> true;
    };
  }

  private static String wordBefore(Fact fact, TextSpan span) {
    String before = fact.text().substring(0, span.start()).stripTrailing();
    return before.substring(before.lastIndexOf(' ') + 1);
  }

  /**
   * Returns the dates in a text, such as "20 October 1952", "October 20, 1952", "April 1858" and
   * "1862".
   */
  static List<TextSpan> dates(String text) {
    List<Word> words = EnglishWords.words(text);
    List<TextSpan> dates = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (isYear(words.get(i))) {
        int first = dateStart(words, i);
        int start = words.get(first).start();
        int end = words.get(i).end();
        dates.add(new TextSpan(text.substring(start, end), start, end));
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

  /**
   * Returns the dates that may be the answer. If the text gives dates of birth and death in
   * brackets and the question asks for one of them, returns only that date. Otherwise returns all
   * dates that the question does not contain.
   */
  private static List<TextSpan> requestedDates(Question question, String text) {
    List<TextSpan> life = lifeDates(text);
    if (life.size() == 2 && question.isAbout("die")) {
      return life.subList(1, 2);
    }
    if (life.size() == 2 && question.isAbout("born")) {
      return life.subList(0, 1);
    }
    return dates(text).stream().filter(date -> !question.contains(date.text())).toList();
  }

  /**
   * Returns the dates in the first pair of brackets, such as the dates of birth and death after a
   * person's name.
   */
  static List<TextSpan> lifeDates(String text) {
    int open = text.indexOf('(');
    int close = open < 0 ? -1 : text.indexOf(')', open);
    return close < 0 || open > MAX_LENGTH_BEFORE_LIFE_DATES
        ? List.of()
        : dates(text).stream().filter(date -> date.start() > open && date.end() <= close).toList();
  }

  /** Returns the number of a month, 1 to 12; 0 if the word is not a month. */
  static int month(String word) {
    return MONTHS.indexOf(word) + 1;
  }

  static boolean isYear(Word word) {
    return word.text().length() == 4
        && "12".indexOf(word.text().charAt(0)) >= 0
        && word.text().chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static List<TextSpan> numbers(Question question, String text) {
    return EnglishWords.words(text).stream()
        .filter(word -> word.isNumber() || NumberWords.isCount(word.folded()))
        .filter(word -> !containsYear(word) && !question.isAbout(word.folded()))
        .map(word -> new TextSpan(word.text(), word.start(), word.end()))
        .toList();
  }

  private static boolean containsYear(Word word) {
    return isYear(word) || (word.text().length() > 4 && word.text().indexOf('-') > 0);
  }
}
