package dev.arag.agent.extractive;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores facts by the words that they share with a question. A word that occurs in few facts has a
 * higher weight.
 */
final class RelevanceScorer {
  private static final double NAME_BONUS = 1.5;
  private static final double MIN_COVERAGE = 0.5;
  private static final double MIN_COVERAGE_WITH_NAME = 0.4;

  private final Question question;
  private final List<Fact> facts;
  private final Map<String, Integer> factsByTerm = new HashMap<>();
  private final Map<Fact, Double> scores = new HashMap<>();
  private final Map<Fact, Double> nameBonuses = new HashMap<>();

  RelevanceScorer(Question question, List<Fact> facts) {
    this.question = question;
    this.facts = facts;
    for (Fact fact : facts) {
      fact.terms().forEach(term -> factsByTerm.merge(term, 1, Integer::sum));
    }
  }

  /** Returns all facts that share a word with the question, best first. */
  List<Fact> ranked() {
    return facts.stream()
        .filter(fact -> score(fact) > 0)
        .sorted(Comparator.comparingDouble(this::score).reversed().thenComparingInt(Fact::order))
        .toList();
  }

  /**
   * Returns the same facts as {@link #ranked()}, sorted by the words that they share with the first
   * hop of the question.
   */
  List<Fact> rankedForFirstHop() {
    return ranked().stream()
        .sorted(Comparator.comparingDouble(this::firstHopScore).reversed())
        .toList();
  }

  private double firstHopScore(Fact fact) {
    Set<String> inner = covered(fact);
    inner.removeIf(term -> question.hops().isNested() && question.hops().isOuter(term));
    return weight(inner) + nameScore(fact);
  }

  double score(Fact fact) {
    return scores.computeIfAbsent(fact, each -> weight(covered(each)) + nameBonus(each));
  }

  private Set<String> covered(Fact fact) {
    Set<String> covered = new HashSet<>(question.terms());
    covered.retainAll(fact.terms());
    return covered;
  }

  /**
   * Returns a bonus for each whole name that the fact mentions, and a second bonus for the name if
   * the heading is about it.
   */
  private double nameBonus(Fact fact) {
    double bonus = 0;
    for (String name : question.names()) {
      bonus += fact.mentions(name) ? NAME_BONUS : 0;
      bonus += fact.isAbout(name) ? NAME_BONUS : 0;
    }
    return bonus;
  }

  /** Returns the bonus for names in the question that the fact mentions. */
  double nameScore(Fact fact) {
    return nameBonuses.computeIfAbsent(fact, this::nameBonus);
  }

  private double weight(Set<String> terms) {
    return terms.stream().sorted().mapToDouble(this::rarity).sum();
  }

  /**
   * Whether facts are about the question, and do not only share a few words with it. The facts must
   * contain more than half of the words of the question, by weight, or 40 % if they mention a name
   * of the question.
   */
  boolean isAboutQuestion(List<Fact> chosen) {
    boolean isNamed =
        question.names().stream()
            .anyMatch(name -> chosen.stream().anyMatch(fact -> fact.mentions(name)));
    double coverage = coverage(chosen);
    return isNamed ? coverage >= MIN_COVERAGE_WITH_NAME : coverage > MIN_COVERAGE;
  }

  /**
   * Returns the share of the words of the question that facts contain, by weight. A word that was
   * not found counts as the rarest.
   */
  private double coverage(List<Fact> chosen) {
    double covered = 0;
    double all = 0;
    for (String term : question.terms().stream().sorted().toList()) {
      double weight = Math.log(1 + (double) facts.size() / factsByTerm.getOrDefault(term, 1));
      all += weight;
      covered += chosen.stream().anyMatch(fact -> fact.terms().contains(term)) ? weight : 0;
    }
    return all == 0 ? 1 : covered / all;
  }

  double rarity(String term) {
    int with = factsByTerm.getOrDefault(term, 0);
    return with == 0 ? 0 : Math.log(1 + (double) facts.size() / with);
  }
}
