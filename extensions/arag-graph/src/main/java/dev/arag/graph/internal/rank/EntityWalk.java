package dev.arag.graph.internal.rank;

import dev.arag.graph.internal.rank.EntityMentions.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The walk of LinearRAG from the entities of a question to entities that its text does not name. In
 * each round, the sentences of each current entity that are most similar to the question lead to
 * the entities that they mention. The best of these entities are the current ones of the next
 * round.
 *
 * <p>LinearRAG stops at a fixed similarity instead, which depends on the embedder. It does not
 * weight entities by their rarity, because its entities are found by a model and few of them are
 * common words. The constants were chosen on the first 50 questions of two data sets.
 */
final class EntityWalk {
  static final int ROUNDS = 2;

  /** The number of sentences that an entity contributes in a round. */
  static final int SENTENCES = 1;

  /** The number of new entities in a round. */
  static final int NEXT = 5;

  private final EntityMentions mentions;
  private final String question;
  private final Set<Place> used = new HashSet<>();
  private final Map<String, Active> active = new LinkedHashMap<>();

  /**
   * An entity that the walk reached.
   *
   * @param score the sum of the scores with which it was reached
   * @param tier the round in which it was reached first; 1 for the entities of the question
   */
  record Active(double score, int tier) {
    Active plus(double more) {
      return new Active(score + more, tier);
    }
  }

  private record Candidate(String key, double score) {}

  private EntityWalk(EntityMentions mentions, String question) {
    this.mentions = mentions;
    this.question = question;
  }

  /**
   * Walks from the entities of a question.
   *
   * @param seeds the score of each entity, greater than 0
   * @return all entities that were reached, in the order in which they were reached
   */
  static Map<String, Active> from(
      Map<String, Double> seeds, String question, EntityMentions mentions) {
    EntityWalk walk = new EntityWalk(mentions, question);
    seeds.forEach((key, score) -> walk.active.put(key, new Active(score, 1)));
    Map<String, Double> current = seeds;
    for (int round = 1; round <= ROUNDS; round++) {
      current = walk.next(current, round + 1);
    }
    return walk.active;
  }

  /** Runs one round and returns its new entities with their scores. */
  private Map<String, Double> next(Map<String, Double> current, int tier) {
    Map<String, Double> reached = new LinkedHashMap<>();
    Map<Place, Double> similarities = similarities(current.keySet());
    current.forEach((key, score) -> follow(key, score, similarities, reached));
    Map<String, Double> next = new LinkedHashMap<>();
    List<Candidate> fresh = new ArrayList<>();
    reached.forEach(
        (key, score) -> {
          Active known = active.get(key);
          if (known == null) {
            fresh.add(new Candidate(key, score));
          } else {
            active.put(key, known.plus(score));
          }
        });
    fresh.sort(
        Comparator.comparingDouble(Candidate::score).reversed().thenComparing(Candidate::key));
    for (Candidate each : fresh.subList(0, Math.min(NEXT, fresh.size()))) {
      active.put(each.key(), new Active(each.score(), tier));
      next.put(each.key(), each.score());
    }
    return next;
  }

  private void follow(
      String key, double score, Map<Place, Double> similarities, Map<String, Double> reached) {
    for (Place place : best(mentions.sentencesAbout(key), similarities)) {
      used.add(place);
      for (String other : mentions.keysAt(place)) {
        if (!other.equals(key) && mentions.connects(other)) {
          double step = similarities.getOrDefault(place, 0.0) * mentions.rarity(other);
          reached.merge(other, score * step, Double::sum);
        }
      }
    }
  }

  /** Compares all sentences about the current entities at once, which is cheaper. */
  private Map<Place, Double> similarities(Set<String> current) {
    Set<Place> places = new LinkedHashSet<>();
    current.forEach(key -> places.addAll(mentions.sentencesAbout(key)));
    places.removeAll(used);
    double[] values =
        mentions.passages().similarities(question, places.stream().map(Place::posting).toList());
    Map<Place, Double> similarities = new HashMap<>();
    int i = 0;
    for (Place place : places) {
      similarities.put(place, values[i++]);
    }
    return similarities;
  }

  /** Returns the unused sentences with the highest positive similarities, best first. */
  private List<Place> best(List<Place> places, Map<Place, Double> similarities) {
    return places.stream()
        .filter(place -> !used.contains(place) && similarities.getOrDefault(place, 0.0) > 0)
        .sorted(
            Comparator.comparingDouble((Place place) -> similarities.getOrDefault(place, 0.0))
                .reversed())
        .limit(SENTENCES)
        .toList();
  }
}
