package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Answers questions that compare two things. The dates in the facts decide which of two events was
 * earlier or later. Two things have something in common if a name occurs in the facts about both.
 */
final class ComparisonSolver {
  private final Question question;
  private final RelevanceScorer relevance;
  private final List<Fact> facts;

  private ComparisonSolver(Question question, RelevanceScorer relevance, List<Fact> facts) {
    this.question = question;
    this.relevance = relevance;
    this.facts = facts;
  }

  /**
   * The answer to a comparison.
   *
   * @param answer the short answer
   * @param facts the facts that support the answer
   */
  record Comparison(String answer, List<Fact> facts) {}

  static Optional<Comparison> solve(
      Question question, RelevanceScorer relevance, List<Fact> facts) {
    ComparisonSolver solver = new ComparisonSolver(question, relevance, facts);
    if (question.choices().size() == 2) {
      return solver.choose();
    }
    boolean isYesOrNo = question.type() == AnswerType.YES_OR_NO && question.names().size() >= 2;
    return isYesOrNo ? solver.compare() : Optional.empty();
  }

  private Optional<Comparison> choose() {
    String one = question.choices().get(0);
    String other = question.choices().get(1);
    List<Fact> sides = new ArrayList<>();
    dated(one).ifPresent(sides::add);
    dated(other).ifPresent(sides::add);
    if (sides.size() < 2) {
      return chooseByTerms();
    }
    boolean isFirst = date(sides.get(0)) < date(sides.get(1)) != question.asksForLater();
    return Optional.of(new Comparison(isFirst ? one : other, sides));
  }

  /** Chooses without dates: returns the name whose facts contain other words of the question. */
  private Optional<Comparison> chooseByTerms() {
    List<String> named =
        question.choices().stream().flatMap(name -> EnglishWords.terms(name).stream()).toList();
    for (Fact fact : relevance.ranked()) {
      boolean hasOtherTerm =
          question.terms().stream()
              .filter(fact.terms()::contains)
              .anyMatch(term -> !named.contains(term));
      for (String name : question.choices()) {
        if (hasOtherTerm && fact.isAbout(name)) {
          return Optional.of(new Comparison(name, List.of(fact)));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Comparison> compare() {
    Optional<Fact> one = about(question.names().get(0));
    Optional<Fact> other = about(question.names().get(question.names().size() - 1));
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    Set<String> shared = new HashSet<>(one.get().names());
    shared.retainAll(other.get().names());
    shared.removeIf(question::contains);
    return Optional.of(
        new Comparison(shared.isEmpty() ? "no" : "yes", List.of(one.get(), other.get())));
  }

  private Optional<Fact> about(String name) {
    List<Fact> direct = facts.stream().filter(fact -> fact.isAbout(name)).toList();
    if (question.isIndirect()) {
      for (Fact fact : direct) {
        Optional<Fact> next = facts.stream().filter(each -> leadsTo(fact, each, name)).findFirst();
        if (next.isPresent()) {
          return next;
        }
      }
    }
    return direct.stream().findFirst();
  }

  private Optional<Fact> dated(String name) {
    List<Fact> direct = facts.stream().filter(fact -> fact.isAbout(name)).toList();
    if (question.isIndirect()) {
      for (Fact fact : direct) {
        Optional<Fact> next =
            facts.stream().filter(each -> leadsTo(fact, each, name) && date(each) > 0).findFirst();
        if (next.isPresent()) {
          return next;
        }
      }
    }
    return direct.stream().filter(fact -> date(fact) > 0).findFirst();
  }

  private static boolean leadsTo(Fact from, Fact to, String name) {
    return !to.isAbout(name)
        && from.names().stream().anyMatch(each -> each.indexOf(' ') > 0 && to.isAbout(each));
  }

  /**
   * Returns a date of the fact as a number; a later date gives a larger number. Uses the second
   * date if the question asks for a death, and otherwise the first. Returns 0 if the fact has no
   * date.
   */
  private int date(Fact fact) {
    List<TextSpan> dates = AnswerExtractor.dates(fact.text());
    if (dates.isEmpty()) {
      return 0;
    }
    boolean asksForDeath = question.isAbout("die");
    TextSpan date = dates.get(asksForDeath ? Math.min(1, dates.size() - 1) : 0);
    int number = 0;
    for (Word word : EnglishWords.words(date.text())) {
      number += part(word);
    }
    return number;
  }

  private static int part(Word word) {
    if (AnswerExtractor.isYear(word)) {
      return 10_000 * Integer.parseInt(word.text());
    }
    int month = AnswerExtractor.month(word.folded());
    boolean isDay =
        word.text().length() <= 2 && word.text().chars().allMatch(c -> c >= '0' && c <= '9');
    return month > 0 ? 100 * month : isDay ? Integer.parseInt(word.text()) : 0;
  }
}
