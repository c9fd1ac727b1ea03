package dev.arag.agent.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much facts have to do with a question: shared words, the rarer among the facts the more. */
final class Relevance {
  private static final double NAME_BONUS = 1.5;
  private static final double KIND_BONUS = 2.5;
  private static final double HEADING_LINK = 3;
  private static final double TEXT_LINK = 1;
  private static final double HOP_COST = 2;
  private static final int MOST_FIRSTS = 40;

  private final Question question;
  private final List<Fact> facts;
  private final Map<String, Integer> factsWith = new HashMap<>();
  private final Map<Fact, Double> scores = new HashMap<>();
  private final Map<Fact, Double> kinds = new HashMap<>();
  private final Map<Fact, Double> nameBonuses = new HashMap<>();

  Relevance(Question question, List<Fact> facts) {
    this.question = question;
    this.facts = facts;
    for (Fact fact : facts) {
      fact.terms().forEach(term -> factsWith.merge(term, 1, Integer::sum));
    }
  }

  /** One fact, or two of which the second is about something the first names. */
  record Chain(List<Fact> facts, double score) {
    Fact last() {
      return facts.get(facts.size() - 1);
    }
  }

  /** All facts that share a word with the question, best first. */
  List<Fact> ranked() {
    return facts.stream()
        .filter(fact -> score(fact) > 0)
        .sorted(Comparator.comparingDouble(this::score).reversed().thenComparingInt(Fact::order))
        .toList();
  }

  double score(Fact fact) {
    return scores.computeIfAbsent(fact, each -> weight(covered(each)) + namesIn(each));
  }

  Optional<Chain> best() {
    List<Fact> firsts = ranked().stream().limit(MOST_FIRSTS).toList();
    Chain best = null;
    for (Fact first : firsts) {
      best = better(best, single(first));
      List<List<String>> leads = leads(first);
      for (Fact second : facts) {
        double link = second == first ? 0 : link(leads, second);
        if (link > 0) {
          best = better(best, pair(first, second, link));
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static Chain better(@Nullable Chain best, Chain other) {
    return best == null || other.score() > best.score() ? other : best;
  }

  private Chain single(Fact fact) {
    return new Chain(List.of(fact), score(fact) + kindBonus(fact));
  }

  private Chain pair(Fact first, Fact second, double link) {
    Set<String> all = new HashSet<>(covered(first));
    all.addAll(covered(second));
    double score =
        weight(all) + Math.max(names(first), names(second)) + link + kindBonus(second) - HOP_COST;
    return new Chain(List.of(first, second), score);
  }

  /** Names of a fact that the question does not hold, as stems. */
  private List<List<String>> leads(Fact fact) {
    return fact.nameTerms().stream().filter(name -> !question.terms().containsAll(name)).toList();
  }

  /** Whether a fact is about one of the leads, or at least mentions one. */
  private static double link(List<List<String>> leads, Fact fact) {
    double best = 0;
    for (List<String> lead : leads) {
      if (fact.isAbout(lead)) {
        return HEADING_LINK;
      }
      best = fact.mentions(lead) ? TEXT_LINK : best;
    }
    return best;
  }

  private double kindBonus(Fact fact) {
    return kinds.computeIfAbsent(
        fact, each -> AnswerSpan.find(question, each).isPresent() ? KIND_BONUS : 0);
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

  private double names(Fact fact) {
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
