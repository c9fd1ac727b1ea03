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
 * Finds the chains of up to three facts that together cover a question: the first the names in it,
 * the last what is asked of the thing the others lead to.
 */
final class ChainSearch {
  private static final double KIND_BONUS = 2.5;
  private static final double HEADING_LINK = 3;
  private static final double TEXT_LINK = 1;
  private static final double[] HOP_COSTS = {0, 2, 5.5};
  private static final double OUT_OF_ORDER = 0.4;
  private static final double MOST_CONTEXT = 1.5;
  private static final int MOST_STARTS = 40;
  private static final int MOST_KEPT = 60;

  private final Question question;
  private final List<Fact> facts;
  private final Relevance relevance;
  private final Map<Fact, List<AnswerSpan.Span>> answers = new HashMap<>();
  private final Map<String, Set<String>> chunksUnder = new HashMap<>();
  private final Map<String, Set<String>> termsOfChunk = new HashMap<>();

  ChainSearch(Question question, List<Fact> facts, Relevance relevance) {
    this.question = question;
    this.facts = facts;
    this.relevance = relevance;
    for (Fact fact : facts) {
      chunksUnder.computeIfAbsent(fact.subject(), key -> new HashSet<>()).add(fact.chunk());
      termsOfChunk.computeIfAbsent(fact.chunk(), key -> new HashSet<>()).addAll(fact.terms());
    }
  }

  Optional<Chain> best() {
    return ranked().stream().findFirst();
  }

  /** Chains of one fact and more, best first. */
  List<Chain> ranked() {
    List<Chain> all = new ArrayList<>(starts());
    List<Chain> longest = all;
    for (int hop = 1; hop < mostHops(); hop++) {
      longest = best(longest.stream().flatMap(chain -> extended(chain).stream()).toList());
      all.addAll(longest);
    }
    return best(all);
  }

  private int mostHops() {
    return question.hops().isNested() ? HOP_COSTS.length : 2;
  }

  private List<Chain> starts() {
    return relevance.ranked().stream()
        .limit(MOST_STARTS)
        .map(fact -> scored(Chain.of(fact, 0)))
        .toList();
  }

  private static List<Chain> best(List<Chain> chains) {
    return chains.stream()
        .sorted(Comparator.comparingDouble(Chain::score).reversed())
        .limit(MOST_KEPT)
        .toList();
  }

  private List<Chain> extended(Chain chain) {
    List<List<String>> leads = leads(chain);
    List<Chain> longer = new ArrayList<>();
    for (Fact fact : facts) {
      if (!chain.facts().contains(fact)) {
        tie(leads, fact).ifPresent(lead -> longer.add(scored(chain.then(fact, lead))));
      }
    }
    return longer;
  }

  /** Names of the last fact that neither the question nor the chain held before. */
  private List<List<String>> leads(Chain chain) {
    return chain.last().leadTerms().stream()
        .filter(lead -> !question.terms().containsAll(lead) && !chain.bridges().contains(lead))
        .toList();
  }

  private static Optional<List<String>> tie(List<List<String>> leads, Fact fact) {
    return leads.stream()
        .filter(fact::isAbout)
        .findFirst()
        .or(() -> leads.stream().filter(fact::mentions).findFirst());
  }

  private Chain scored(Chain chain) {
    double score = coverage(chain) + names(chain) + links(chain) + kindBonus(chain);
    return chain.scored(score - HOP_COSTS[chain.size() - 1]);
  }

  private double coverage(Chain chain) {
    double sum = 0;
    for (String term : question.terms()) {
      sum += credit(term, chain) * relevance.rarity(term);
    }
    return sum;
  }

  /** Full for a term in the fact where the question's order of hops expects it. */
  private double credit(String term, Chain chain) {
    double best = 0;
    for (int at = 0; at < chain.size(); at++) {
      if (chain.facts().get(at).terms().contains(term)) {
        best = Math.max(best, isExpected(term, at, chain.size()) ? 1 : OUT_OF_ORDER);
      }
    }
    return best;
  }

  private boolean isExpected(String term, int at, int size) {
    Hops hops = question.hops();
    if (size == 1 || !hops.isNested()) {
      return true;
    }
    boolean isInPlace = !hops.isOuter(term) || at == size - 1;
    return isInPlace && (!hops.isInner(term) || at == 0);
  }

  private double names(Chain chain) {
    return chain.facts().stream().mapToDouble(relevance::names).max().orElse(0);
  }

  private double links(Chain chain) {
    double sum = 0;
    for (int at = 1; at < chain.size(); at++) {
      Fact fact = chain.facts().get(at);
      boolean isAbout = fact.isAbout(chain.bridges().get(at - 1));
      sum += isAbout ? HEADING_LINK + context(chain.facts().get(at - 1), fact) : TEXT_LINK;
    }
    return sum;
  }

  /** Of several things of one name the one whose chunk has more in common with what led there. */
  private double context(Fact from, Fact to) {
    if (chunksUnder.getOrDefault(to.subject(), Set.of()).size() < 2) {
      return 0;
    }
    Set<String> shared = new HashSet<>(termsOfChunk.getOrDefault(to.chunk(), Set.of()));
    shared.retainAll(from.terms());
    shared.removeAll(to.titleTerms());
    return Math.min(MOST_CONTEXT, shared.size() * MOST_CONTEXT / 4);
  }

  private double kindBonus(Chain chain) {
    if (answer(chain).isEmpty()) {
      return 0;
    }
    boolean saysWhatIsAsked =
        !question.hops().isNested()
            || question.hops().outer().stream().anyMatch(chain.last().terms()::contains);
    return saysWhatIsAsked ? KIND_BONUS : KIND_BONUS / 2;
  }

  /** The words that answer, of the last fact; empty if it has none of the kind asked for. */
  Optional<String> answer(Chain chain) {
    return answers.computeIfAbsent(chain.last(), fact -> AnswerSpan.ranked(question, fact)).stream()
        .map(AnswerSpan.Span::text)
        .filter(text -> !question.hops().isNested() || !chain.isBridge(text))
        .findFirst();
  }

  /** Whether a chain says everything that is asked, so that no further search is needed. */
  boolean isComplete(Chain chain) {
    return answer(chain).isPresent()
        && question.terms().stream()
            .allMatch(term -> chain.facts().stream().anyMatch(f -> f.terms().contains(term)));
  }
}
