package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Questions about two things beside each other: which came first is decided by a date for each,
 * whether they are the same by a name that the sentences about both share.
 */
final class Comparison {
  private final Question question;
  private final Relevance relevance;
  private final List<Fact> facts;

  private Comparison(Question question, Relevance relevance, List<Fact> facts) {
    this.question = question;
    this.relevance = relevance;
    this.facts = facts;
  }

  /**
   * What it comes to.
   *
   * @param facts one for each side
   */
  record Result(String answer, List<Fact> facts) {}

  static Optional<Result> of(Question question, Relevance relevance, List<Fact> facts) {
    Comparison comparison = new Comparison(question, relevance, facts);
    if (question.choices().size() == 2) {
      return comparison.choose();
    }
    boolean isYesOrNo = question.kind() == AnswerKind.YES_OR_NO && question.names().size() >= 2;
    return isYesOrNo ? comparison.same() : Optional.empty();
  }

  private Optional<Result> choose() {
    String one = question.choices().get(0);
    String other = question.choices().get(1);
    List<Fact> sides = new ArrayList<>();
    dated(one).ifPresent(sides::add);
    dated(other).ifPresent(sides::add);
    if (sides.size() < 2) {
      return oneSided();
    }
    boolean isFirst = date(sides.get(0)) < date(sides.get(1)) != question.wantsLater();
    return Optional.of(new Result(isFirst ? one : other, sides));
  }

  /** Without dates the name under whose heading the question's other words stand. */
  private Optional<Result> oneSided() {
    List<String> named =
        question.choices().stream().flatMap(name -> EnglishWords.terms(name).stream()).toList();
    for (Fact fact : relevance.ranked()) {
      boolean saysMore =
          question.terms().stream()
              .filter(fact.terms()::contains)
              .anyMatch(t -> !named.contains(t));
      for (String name : question.choices()) {
        if (saysMore && fact.isAbout(name)) {
          return Optional.of(new Result(name, List.of(fact)));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Result> same() {
    Optional<Fact> one = about(question.names().get(0));
    Optional<Fact> other = about(question.names().get(question.names().size() - 1));
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    Set<String> shared = new HashSet<>(one.get().names());
    shared.retainAll(other.get().names());
    shared.removeIf(question::holds);
    return Optional.of(
        new Result(shared.isEmpty() ? "no" : "yes", List.of(one.get(), other.get())));
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

  /** The first date as a number that grows with time; for a death the last one; 0 for none. */
  private int date(Fact fact) {
    List<AnswerSpan.Span> dates = AnswerSpan.dates(fact.text());
    if (dates.isEmpty()) {
      return 0;
    }
    boolean wantsEnd = question.isAbout("die");
    AnswerSpan.Span date = dates.get(wantsEnd ? Math.min(1, dates.size() - 1) : 0);
    int number = 0;
    for (Word word : EnglishWords.words(date.text())) {
      number += part(word);
    }
    return number;
  }

  private static int part(Word word) {
    if (AnswerSpan.isYear(word)) {
      return 10_000 * Integer.parseInt(word.text());
    }
    int month = AnswerSpan.month(word.folded());
    boolean isDay =
        word.text().length() <= 2 && word.text().chars().allMatch(c -> c >= '0' && c <= '9');
    return month > 0 ? 100 * month : isDay ? Integer.parseInt(word.text()) : 0;
  }
}
