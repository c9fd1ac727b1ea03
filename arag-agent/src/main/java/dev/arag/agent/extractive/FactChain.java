package dev.arag.agent.extractive;

import java.util.ArrayList;
import java.util.List;

/**
 * A sequence of linked facts. Each fact mentions a name that also occurs in the preceding fact. The
 * last fact contains the answer.
 *
 * @param facts the facts, in order
 * @param bridges the stems of the names that link the facts, in order
 * @param score the score of this chain; a higher score is better
 */
record FactChain(List<Fact> facts, List<List<String>> bridges, double score) {
  static FactChain of(Fact fact, double score) {
    return new FactChain(List.of(fact), List.of(), score);
  }

  Fact last() {
    return facts.get(facts.size() - 1);
  }

  int size() {
    return facts.size();
  }

  FactChain append(Fact fact, List<String> bridge) {
    List<Fact> more = new ArrayList<>(facts);
    more.add(fact);
    List<List<String>> linked = new ArrayList<>(bridges);
    linked.add(bridge);
    return new FactChain(List.copyOf(more), List.copyOf(linked), score);
  }

  FactChain withScore(double newScore) {
    return new FactChain(facts, bridges, newScore);
  }

  /** Whether a name links two facts of this chain. Such a name cannot be the answer. */
  boolean isBridge(String name) {
    List<String> terms = EnglishWords.terms(name);
    return bridges.stream().anyMatch(bridge -> bridge.containsAll(terms));
  }
}
