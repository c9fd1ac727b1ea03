package dev.arag.extractive.internal;

import dev.arag.extractive.internal.ParsedText.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the chain of up to three facts that explains most of the question. A term of the
 * question weighs more if it occurs in fewer facts.
 */
final class ChainSearch {
  private static final int MAX_FACTS = 3;
  private static final int MAX_CHAINS = 50;
  private static final double NAME_SCORE = 1.5;
  private static final double TEXT_LINK_SCORE = -1;
  private static final double ANSWER_SCORE = 1;
  private static final double MIN_COVERAGE = 0.5;

  private final ParsedQuestion question;
  private final List<Fact> facts = new ArrayList<>();
  private final Map<String, Double> weights = new HashMap<>();

  /** The chains found, best first. */
  final List<Chain> ranked;

  ChainSearch(ParsedQuestion question, List<Fact> all) {
    this.question = question;
    Map<String, Integer> counts = new HashMap<>();
    for (Fact fact : all) {
      Set<String> terms = explained(fact);
      terms.forEach(term -> counts.merge(term, 1, Integer::sum));
      if (!terms.isEmpty()) {
        facts.add(fact);
      }
    }
    for (String term : question.terms()) {
      weights.put(term, Math.log(1 + (double) all.size() / counts.getOrDefault(term, 1)));
    }
    ranked = rank();
  }

  private Set<String> explained(Fact fact) {
    Set<String> terms = new LinkedHashSet<>(fact.terms());
    terms.retainAll(question.terms());
    return terms;
  }

  /**
   * Linked facts. Each fact mentions a name that the preceding fact introduces, and explains terms
   * of the question that no preceding fact contains.
   *
   * @param explained the terms of the question that the facts contain
   * @param answer the answer in the last fact; null if there is none of the requested type
   */
  record Chain(List<Fact> facts, Set<String> explained, @Nullable String answer, double score) {
    Fact last() {
      return facts.get(facts.size() - 1);
    }

    private double scoreWithAnswer() {
      return score + (answer == null ? 0 : ANSWER_SCORE);
    }
  }

  private List<Chain> rank() {
    Chain empty = new Chain(List.of(), Set.of(), null, 0);
    List<Chain> best = best(facts.stream().flatMap(fact -> append(empty, fact, nameScore(fact))));
    List<Chain> all = new ArrayList<>(best);
    for (int size = 2; size <= MAX_FACTS; size++) {
      best = best(best.stream().flatMap(this::extend));
      all.addAll(best);
    }
    return best(all.stream());
  }

  private static List<Chain> best(Stream<Chain> chains) {
    return chains
        .sorted(Comparator.comparingDouble(Chain::scoreWithAnswer).reversed())
        .limit(MAX_CHAINS)
        .toList();
  }

  /** Returns the score of a first fact: whether it is about a name in the question. */
  private double nameScore(Fact fact) {
    return question.parsed().names().stream()
            .mapToDouble(name -> fact.isAbout(name) ? 2 : fact.mentions(name) ? 1 : 0)
            .sum()
        * NAME_SCORE;
  }

  private Stream<Chain> extend(Chain chain) {
    List<Fact> earlier = chain.facts().subList(0, chain.facts().size() - 1);
    List<Span> leads =
        chain.last().leads().stream()
            .filter(lead -> !question.contains(lead))
            .filter(lead -> earlier.stream().noneMatch(fact -> fact.mentions(lead)))
            .toList();
    return facts.stream()
        .filter(fact -> leads.stream().anyMatch(fact::mentions))
        .flatMap(fact -> append(chain, fact, linkScore(chain.last(), fact, leads)));
  }

  private static double linkScore(Fact last, Fact next, List<Span> leads) {
    boolean isSamePage = next.subject().equals(last.subject());
    return !isSamePage && leads.stream().anyMatch(next::isAbout) ? 0 : TEXT_LINK_SCORE;
  }

  /** Returns the longer chain; empty if the fact explains nothing more. */
  private Stream<Chain> append(Chain chain, Fact fact, double linkScore) {
    Set<String> added = explained(fact);
    added.removeAll(chain.explained());
    if (added.isEmpty()) {
      return Stream.empty();
    }
    List<Fact> linked = new ArrayList<>(chain.facts());
    linked.add(fact);
    Set<String> explained = new LinkedHashSet<>(chain.explained());
    explained.addAll(added);
    String answer = question.answer(fact, added, chain.facts());
    double score = chain.score() + linkScore + weight(added);
    return Stream.of(new Chain(linked, explained, answer, score));
  }

  private double weight(Set<String> terms) {
    return terms.stream().mapToDouble(weights::get).sum();
  }

  /** Whether a chain explains at least half of the question, by weight. */
  boolean isAboutQuestion(Chain chain) {
    return weight(chain.explained()) >= MIN_COVERAGE * weight(question.terms());
  }

  /** Whether a chain explains the whole question and contains an answer. */
  boolean isComplete(Chain chain) {
    return chain.explained().containsAll(question.terms()) && chain.answer() != null;
  }
}
