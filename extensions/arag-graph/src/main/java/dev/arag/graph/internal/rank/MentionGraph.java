package dev.arag.graph.internal.rank;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.CorpusOrder;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.graph.entity.GraphPath;
import dev.arag.graph.entity.GraphRanking;
import dev.arag.graph.internal.rank.EntityWalk.Active;
import dev.arag.graph.spi.CorpusPassages;
import dev.arag.graph.spi.PassageSource;
import dev.arag.graph.spi.PassageSource.Passage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The entity graph over mentions. The ranking is that of LinearRAG (arXiv 2510.10114), written from
 * the published description: a walk along sentences from the entities of the question, then
 * Personalised PageRank. See {@link EntityWalk} and {@link QuestionGraph} for what differs.
 */
public final class MentionGraph implements EntityGraph {
  private static final int MAX_SEEDS = 16;

  private final PassageSource passages;
  private final MentionSource mentions;

  MentionGraph(PassageSource passages, MentionSource mentions) {
    this.passages = requireNonNull(passages, "passages");
    this.mentions = requireNonNull(mentions, "mentions");
  }

  /**
   * Returns the graph of the current state of a corpus, in its scope.
   *
   * @throws NotIndexedException if the corpus stores no mentions
   */
  public static EntityGraph of(Corpus corpus) {
    return requireNonNull(corpus, "corpus")
        .mentions()
        .map(mentions -> new MentionGraph(new CorpusPassages(mentions.corpus()), mentions))
        .orElseThrow(
            () ->
                new NotIndexedException(
                    "The corpus has no entity graph. An index in a directory has one if it was"
                        + " created with Index.builder(directory).mentions(...). A collection in"
                        + " Solr has none."));
  }

  @Override
  public List<Entity> find(String text, int limit) {
    requireNonNull(text, "text");
    requireAtLeastOne("limit", limit);
    EntityMentions query = new EntityMentions(passages, mentions);
    return new EntityFinder(query).find(text, limit).stream().map(query::entity).toList();
  }

  @Override
  public GraphRanking rank(String question, List<String> entities, int topK) {
    requireNonNull(question, "question");
    List<String> names = List.copyOf(requireNonNull(entities, "entities"));
    requireAtLeastOne("topK", topK);
    if (question.isBlank()) {
      throw new IllegalArgumentException("question must not be blank");
    }
    EntityMentions query = new EntityMentions(passages, mentions);
    EntityFinder finder = new EntityFinder(query);
    List<String> unknown = new ArrayList<>();
    Set<String> found = new LinkedHashSet<>();
    for (String name : names) {
      List<String> resolved = finder.resolve(name);
      found.addAll(resolved);
      unknown.addAll(resolved.isEmpty() ? List.of(name) : List.of());
    }
    found.addAll(names.isEmpty() ? finder.find(question, MAX_SEEDS) : List.of());
    found.removeIf(query::isTooFrequent);
    List<String> seeds = found.stream().limit(MAX_SEEDS).toList();
    Map<String, Double> scores = new LinkedHashMap<>();
    seeds.forEach(key -> scores.put(key, query.rarity(key)));
    Map<String, Active> active = EntityWalk.from(scores, question, query);
    List<Passage> nearest = passages.nearest(question, Math.max(topK, QuestionGraph.NEAREST));
    QuestionGraph.Ranked ranked =
        active.isEmpty()
            ? new QuestionGraph.Ranked(nearest, false)
            : QuestionGraph.rank(active, nearest, query);
    List<Passage> best = best(ranked.passages(), topK, query);
    return new GraphRanking(
        new LinkSelector(question, active, query).hits(best),
        seeds.stream().map(query::entity).toList(),
        unknown,
        ranked.isTruncated());
  }

  /** Returns the best passages. Equal scores are ordered by corpus order. */
  private static List<Passage> best(List<Passage> ranked, int topK, EntityMentions query) {
    if (ranked.isEmpty()) {
      return List.of();
    }
    double last = ranked.get(Math.min(topK, ranked.size()) - 1).score();
    List<Passage> best = ranked.stream().takeWhile(each -> each.score() >= last).toList();
    query.read(best.stream().map(Passage::chunk).toList());
    Comparator<Passage> byScore = Comparator.comparingDouble(Passage::score).reversed();
    return best.stream()
        .filter(each -> query.chunk(each.chunk()) != null)
        .sorted(
            byScore.thenComparing(
                each -> requireNonNull(query.chunk(each.chunk())).location(),
                CorpusOrder.BY_LOCATION))
        .limit(topK)
        .toList();
  }

  @Override
  public Optional<GraphPath> path(String from, String to) {
    requireNonNull(from, "from");
    requireNonNull(to, "to");
    EntityMentions query = new EntityMentions(passages, mentions);
    EntityFinder finder = new EntityFinder(query);
    return new EntityPath(query).between(finder.resolve(from), finder.resolve(to));
  }

  private static void requireAtLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1, was " + value);
    }
  }
}
