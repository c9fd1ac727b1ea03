package dev.arag.agent.extractive;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Scores facts by the words they share with a question. Rare words weigh more. */
final class RelevanceScorer {
  private static final double NAME_BONUS = 1.5;

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

  /** All facts that share a word with the question, best first. */
  List<Fact> ranked() {
    return facts.stream()
        .filter(fact -> score(fact) > 0)
        .sorted(Comparator.comparingDouble(this::score).reversed().thenComparingInt(Fact::order))
        .toList();
  }

  /** The same facts, sorted by the words of the first hop. */
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

  /** A bonus for each whole name, and another one if the heading is about it. */
  private double nameBonus(Fact fact) {
    double bonus = 0;
    for (String name : question.names()) {
      bonus += fact.mentions(name) ? NAME_BONUS : 0;
      bonus += fact.isAbout(name) ? NAME_BONUS : 0;
    }
    return bonus;
  }

  /** The bonus for the names of the question that the fact mentions. */
  double nameScore(Fact fact) {
    return nameBonuses.computeIfAbsent(fact, this::nameBonus);
  }

  private double weight(Set<String> terms) {
    return terms.stream().sorted().mapToDouble(this::rarity).sum();
  }

  double rarity(String term) {
    int with = factsByTerm.getOrDefault(term, 0);
    return with == 0 ? 0 : Math.log(1 + (double) facts.size() / with);
  }
}
