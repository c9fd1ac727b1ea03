package dev.arag.agent.extractive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches for chains of up to three facts that together contain the terms of a question. Ideally,
 * the first fact of a chain mentions the names in the question and the last fact contains the
 * answer.
 */
final class FactChainSearch {
  private static final double TYPE_BONUS = 2.5;
  private static final double HEADING_LINK_SCORE = 3;
  private static final double TEXT_LINK_SCORE = 1;
  private static final double[] HOP_COSTS = {0, 2, 5.5};
  private static final double OUT_OF_ORDER_CREDIT = 0.4;
  private static final double MAX_CONTEXT_SCORE = 1.5;
  private static final int MAX_STARTS = 40;
  private static final int MAX_CHAINS = 60;

  private final Question question;
  private final List<Fact> facts;
  private final RelevanceScorer relevance;
  private final Map<Fact, List<TextSpan>> answers = new HashMap<>();
  private final Map<String, Set<String>> chunksBySubject = new HashMap<>();
  private final Map<String, Set<String>> termsByChunk = new HashMap<>();

  FactChainSearch(Question question, List<Fact> facts, RelevanceScorer relevance) {
    this.question = question;
    this.facts = facts;
    this.relevance = relevance;
    for (Fact fact : facts) {
      chunksBySubject.computeIfAbsent(fact.subject(), key -> new HashSet<>()).add(fact.chunk());
      termsByChunk.computeIfAbsent(fact.chunk(), key -> new HashSet<>()).addAll(fact.terms());
    }
  }

  /**
   * Returns the id of the text to read about a fact. This is a section, or its chunk if several
   * chunks have the same subject, because only their context distinguishes them.
   */
  String unit(Fact fact) {
    return hasNamesake(fact) ? fact.chunk() : fact.source();
  }

  private boolean hasNamesake(Fact fact) {
    return !fact.subject().isEmpty()
        && chunksBySubject.getOrDefault(fact.subject(), Set.of()).size() > 1;
  }

  Optional<FactChain> best() {
    return ranked().stream().findFirst();
  }

  /** Returns the chains found, best first. A chain may consist of a single fact. */
  List<FactChain> ranked() {
    List<FactChain> all = new ArrayList<>(starts());
    List<FactChain> longest = all;
    for (int hop = 1; hop < maxFacts(); hop++) {
      longest = best(longest.stream().flatMap(chain -> extend(chain).stream()).toList());
      all.addAll(longest);
    }
    return best(all);
  }

  private int maxFacts() {
    return question.hops().isNested() ? HOP_COSTS.length : 2;
  }

  private List<FactChain> starts() {
    return relevance.ranked().stream()
        .limit(MAX_STARTS)
        .map(fact -> score(FactChain.of(fact, 0)))
        .toList();
  }

  private static List<FactChain> best(List<FactChain> chains) {
    return chains.stream()
        .sorted(Comparator.comparingDouble(FactChain::score).reversed())
        .limit(MAX_CHAINS)
        .toList();
  }

  private List<FactChain> extend(FactChain chain) {
    List<List<String>> leads = leads(chain);
    List<FactChain> longer = new ArrayList<>();
    for (Fact fact : facts) {
      if (!chain.facts().contains(fact)) {
        link(leads, fact).ifPresent(lead -> longer.add(score(chain.append(fact, lead))));
      }
    }
    return longer;
  }

  /**
   * Returns the stems of the names that may link a further fact: names in the last fact that
   * neither occur in the question nor link two facts of the chain already.
   */
  private List<List<String>> leads(FactChain chain) {
    return chain.last().leadTerms().stream()
        .filter(lead -> !question.terms().containsAll(lead) && !chain.bridges().contains(lead))
        .toList();
  }

  private static Optional<List<String>> link(List<List<String>> leads, Fact fact) {
    return leads.stream()
        .filter(fact::isAbout)
        .findFirst()
        .or(() -> leads.stream().filter(fact::mentions).findFirst());
  }

  private FactChain score(FactChain chain) {
    double score = coverage(chain) + names(chain) + links(chain) + typeBonus(chain);
    return chain.withScore(score - HOP_COSTS[chain.size() - 1]);
  }

  private double coverage(FactChain chain) {
    double sum = 0;
    for (String term : question.terms()) {
      sum += credit(term, chain) * relevance.rarity(term);
    }
    return sum;
  }

  /**
   * Returns the credit of a chain for a term. The credit is 1 if the term occurs in the fact in
   * which the hop order expects the term. If the term occurs only in another fact, the credit is
   * lower. If no fact contains the term, the credit is 0.
   */
  private double credit(String term, FactChain chain) {
    double best = 0;
    for (int at = 0; at < chain.size(); at++) {
      if (chain.facts().get(at).terms().contains(term)) {
        best = Math.max(best, isExpected(term, at, chain.size()) ? 1 : OUT_OF_ORDER_CREDIT);
      }
    }
    return best;
  }

  private boolean isExpected(String term, int at, int size) {
    HopOrder hops = question.hops();
    if (size == 1 || !hops.isNested()) {
      return true;
    }
    boolean isOuterInPlace = !hops.isOuter(term) || at == size - 1;
    return isOuterInPlace && (!hops.isInner(term) || at == 0);
  }

  private double names(FactChain chain) {
    return chain.facts().stream().mapToDouble(relevance::nameScore).max().orElse(0);
  }

  private double links(FactChain chain) {
    double sum = 0;
    for (int at = 1; at < chain.size(); at++) {
      Fact fact = chain.facts().get(at);
      boolean isAbout = fact.isAbout(chain.bridges().get(at - 1));
      sum +=
          isAbout ? HEADING_LINK_SCORE + context(chain.facts().get(at - 1), fact) : TEXT_LINK_SCORE;
    }
    return sum;
  }

  /**
   * Returns a score that distinguishes several documents with the same title, such as two people of
   * the same name. The score is higher if the chunk shares more terms with the preceding fact.
   */
  private double context(Fact from, Fact to) {
    if (chunksBySubject.getOrDefault(to.subject(), Set.of()).size() < 2) {
      return 0;
    }
    Set<String> shared = new HashSet<>(termsByChunk.getOrDefault(to.chunk(), Set.of()));
    shared.retainAll(from.terms());
    shared.removeAll(to.titleTerms());
    return Math.min(MAX_CONTEXT_SCORE, shared.size() * MAX_CONTEXT_SCORE / 4);
  }

  private double typeBonus(FactChain chain) {
    if (answer(chain).isEmpty()) {
      return 0;
    }
    boolean coversLastHop =
        !question.hops().isNested()
            || question.hops().outer().stream().anyMatch(chain.last().terms()::contains);
    return coversLastHop ? TYPE_BONUS : TYPE_BONUS / 2;
  }

  /**
   * Returns the answer in the last fact; empty if this fact contains no answer of the requested
   * type.
   */
  Optional<String> answer(FactChain chain) {
    return answers
        .computeIfAbsent(chain.last(), fact -> AnswerExtractor.ranked(question, fact))
        .stream()
        .map(TextSpan::text)
        .filter(text -> !question.hops().isNested() || !chain.isBridge(text))
        .findFirst();
  }

  /**
   * Whether a chain has an answer and its facts contain all terms of the question. If so, no
   * further search is needed.
   */
  boolean isComplete(FactChain chain) {
    return answer(chain).isPresent()
        && question.terms().stream()
            .allMatch(term -> chain.facts().stream().anyMatch(fact -> fact.terms().contains(term)));
  }
}
