package dev.arag.agent.extractive;

import java.util.ArrayList;
import java.util.List;

/**
 * Facts of which each is about something the one before names; the last holds the answer.
 *
 * @param bridges stems of the names that tie them, in order
 */
record Chain(List<Fact> facts, List<List<String>> bridges, double score) {
  static Chain of(Fact fact, double score) {
    return new Chain(List.of(fact), List.of(), score);
  }

  Fact last() {
    return facts.get(facts.size() - 1);
  }

  int size() {
    return facts.size();
  }

  Chain then(Fact fact, List<String> bridge) {
    List<Fact> more = new ArrayList<>(facts);
    more.add(fact);
    List<List<String>> tied = new ArrayList<>(bridges);
    tied.add(bridge);
    return new Chain(List.copyOf(more), List.copyOf(tied), score);
  }

  Chain scored(double newScore) {
    return new Chain(facts, bridges, newScore);
  }

  /** Whether a name only ties these facts, so that it is no answer. */
  boolean isBridge(String name) {
    List<String> terms = EnglishWords.terms(name);
    return bridges.stream().anyMatch(bridge -> bridge.containsAll(terms));
  }
}
