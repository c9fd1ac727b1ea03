package dev.arag.graph.internal.rank;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.GraphRanking.Hit;
import dev.arag.graph.entity.GraphRanking.Link;
import dev.arag.graph.internal.rank.EntityMentions.Place;
import dev.arag.graph.internal.rank.EntityWalk.Active;
import dev.arag.graph.spi.PassageSource.Passage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Selects the sentences that show why a chunk was ranked. */
final class LinkSelector {
  /** The maximum number of sentences per chunk. */
  private static final int MAX_LINKS = 3;

  private final String question;
  private final Map<String, Active> active;
  private final EntityMentions mentions;

  /** A sentence that may be shown. */
  private record Candidate(Place place, List<Entity> entities, double score) {}

  LinkSelector(String question, Map<String, Active> active, EntityMentions mentions) {
    this.question = question;
    this.active = active;
    this.mentions = mentions;
  }

  List<Hit> hits(List<Passage> passages) {
    List<List<Place>> sentences =
        passages.stream().map(passage -> candidates(passage.chunk())).toList();
    List<Place> all = sentences.stream().flatMap(List::stream).toList();
    double[] similarities =
        mentions.passages().similarities(question, all.stream().map(Place::posting).toList());
    List<Hit> hits = new ArrayList<>();
    int from = 0;
    for (int rank = 0; rank < passages.size(); rank++) {
      List<Place> candidates = sentences.get(rank);
      List<Candidate> scored = new ArrayList<>();
      for (int i = 0; i < candidates.size(); i++) {
        scored.add(candidate(candidates.get(i), similarities[from + i]));
      }
      from += candidates.size();
      Passage passage = passages.get(rank);
      hits.add(new Hit(passage.chunk(), passage.score(), links(scored)));
    }
    return hits;
  }

  /** Returns the sentences about reached entities; all sentences if there are none. */
  private List<Place> candidates(ChunkId id) {
    Chunk chunk = mentions.chunk(id);
    List<Place> all = new ArrayList<>();
    List<Place> connected = new ArrayList<>();
    for (int i = 0; chunk != null && i < chunk.sentences().size(); i++) {
      Place place = new Place(id, i);
      if (!chunk.sentences().get(i).isHeading()) {
        all.add(place);
        if (mentions.keysAt(place).stream().anyMatch(active::containsKey)) {
          connected.add(place);
        }
      }
    }
    return connected.isEmpty() ? all : connected;
  }

  private Candidate candidate(Place place, double similarity) {
    List<Entity> entities = new ArrayList<>();
    double sum = 0;
    for (String key : mentions.keysAt(place)) {
      Active reached = active.get(key);
      if (reached != null) {
        entities.add(mentions.entity(key));
        sum += reached.score() / reached.tier();
      }
    }
    return new Candidate(place, entities, similarity * (1 + sum));
  }

  /** Without an entity, only the closest sentence is selected. */
  private static List<Link> links(List<Candidate> candidates) {
    boolean isConnected = candidates.stream().anyMatch(each -> !each.entities().isEmpty());
    return candidates.stream()
        .sorted(Comparator.comparingDouble(Candidate::score).reversed())
        .limit(isConnected ? MAX_LINKS : 1)
        .sorted(Comparator.comparingInt(each -> each.place().sentence()))
        .map(each -> new Link(each.place().sentence(), each.entities()))
        .toList();
  }
}
