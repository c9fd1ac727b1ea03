package dev.arag.agent.extractive;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How much facts have to do with a question: shared words, the rarer among the facts the more. */
final class Relevance {
  private static final double NAME_BONUS = 1.5;

  private final Question question;
  private final List<Fact> facts;
  private final Map<String, Integer> factsWith = new HashMap<>();
  private final Map<Fact, Double> scores = new HashMap<>();
  private final Map<Fact, Double> nameBonuses = new HashMap<>();

  Relevance(Question question, List<Fact> facts) {
    this.question = question;
    this.facts = facts;
    for (Fact fact : facts) {
      fact.terms().forEach(term -> factsWith.merge(term, 1, Integer::sum));
    }
  }

  /** All facts that share a word with the question, best first. */
  List<Fact> ranked() {
    return facts.stream()
        .filter(fact -> score(fact) > 0)
        .sorted(Comparator.comparingDouble(this::score).reversed().thenComparingInt(Fact::order))
        .toList();
  }

  /** The same by the words that have to be settled first only. */
  List<Fact> rankedForFirstHop() {
    return ranked().stream()
        .sorted(Comparator.comparingDouble(this::firstHopScore).reversed())
        .toList();
  }

  private double firstHopScore(Fact fact) {
    Set<String> inner = covered(fact);
    inner.removeIf(term -> question.hops().isNested() && question.hops().isOuter(term));
    return weight(inner) + names(fact);
  }

  double score(Fact fact) {
    return scores.computeIfAbsent(fact, each -> weight(covered(each)) + namesIn(each));
  }

  private Set<String> covered(Fact fact) {
    Set<String> covered = new HashSet<>(question.terms());
    covered.retainAll(fact.terms());
    return covered;
  }

  /** Whole names count extra, under their own heading once more. */
  private double namesIn(Fact fact) {
    double bonus = 0;
    for (String name : question.names()) {
      bonus += fact.mentions(name) ? NAME_BONUS : 0;
      bonus += fact.isAbout(name) ? NAME_BONUS : 0;
    }
    return bonus;
  }

  /** What the names of the question that it mentions are worth. */
  double names(Fact fact) {
    return nameBonuses.computeIfAbsent(fact, this::namesIn);
  }

  private double weight(Set<String> terms) {
    return terms.stream().sorted().mapToDouble(this::rarity).sum();
  }

  double rarity(String term) {
    int with = factsWith.getOrDefault(term, 0);
    return with == 0 ? 0 : Math.log(1 + (double) facts.size() / with);
  }
}
