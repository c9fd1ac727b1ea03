package dev.arag.graph.internal.rank;

import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.GraphPath;
import dev.arag.graph.internal.rank.EntityMentions.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the shortest chain of sections between two entities. Its nodes are the entities and the
 * sections that mention them. A chunk may contain unrelated sections, so a chunk is not a link.
 */
final class EntityPath {
  private static final int MAX_EDGES = 200_000;

  private final EntityMentions mentions;
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<Object> nodes = new ArrayList<>();

  /** A section of a chunk. */
  private record SectionNode(ChunkId chunk, int section) {}

  EntityPath(EntityMentions mentions) {
    this.mentions = mentions;
  }

  /** Finds a path from one of the first to one of the last entities. */
  Optional<GraphPath> between(List<String> from, List<String> to) {
    BitSet last = new BitSet();
    to.stream().filter(key -> !from.contains(key)).forEach(key -> last.set(number(key)));
    int[] first = from.stream().mapToInt(this::number).toArray();
    List<Integer> path = ShortestPath.between(first, last, this::neighbors, MAX_EDGES);
    return path.size() < 2 ? Optional.empty() : Optional.of(toPath(path));
  }

  private int number(Object node) {
    return numbers.computeIfAbsent(
        node,
        each -> {
          nodes.add(each);
          return nodes.size() - 1;
        });
  }

  /**
   * The ends of a path may be in any number of chunks, but only the sections of the first of them
   * are searched.
   */
  private int[] neighbors(int node) {
    Object of = nodes.get(node);
    Set<Object> neighbors = new LinkedHashSet<>();
    if (of instanceof SectionNode section) {
      for (Mention mention : mentions.mentions(section.chunk())) {
        boolean isInSection =
            mentions.section(section.chunk(), mention.sentence()) == section.section();
        boolean isEnd = numbers.containsKey(mention.key());
        if (isInSection && (isEnd || mentions.connects(mention.key()))) {
          neighbors.add(mention.key());
        }
      }
    } else {
      List<Posting> postings =
          mentions.postings((String) of).stream().limit(EntityMentions.MAX_CHUNKS).toList();
      mentions.read(postings.stream().map(Posting::chunkId).toList());
      for (Posting posting : postings) {
        int section = mentions.section(posting.chunkId(), posting.sentence());
        if (section >= 0) {
          neighbors.add(new SectionNode(posting.chunkId(), section));
        }
      }
    }
    return neighbors.stream().mapToInt(this::number).toArray();
  }

  private GraphPath toPath(List<Integer> path) {
    List<Entity> entities = new ArrayList<>();
    List<GraphPath.Step> steps = new ArrayList<>();
    for (int i = 0; i < path.size(); i += 2) {
      entities.add(mentions.entity((String) nodes.get(path.get(i))));
    }
    for (int i = 1; i < path.size(); i += 2) {
      String left = (String) nodes.get(path.get(i - 1));
      String right = (String) nodes.get(path.get(i + 1));
      steps.add(step((SectionNode) nodes.get(path.get(i)), left, right));
    }
    return new GraphPath(entities, steps);
  }

  /** Selects a sentence about both entities, or else the first sentence about each. */
  private GraphPath.Step step(SectionNode section, String left, String right) {
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    List<Integer> firsts = new ArrayList<>();
    for (String key : List.of(left, right)) {
      List<Integer> sentences = sentences(key, section);
      sentences.forEach(sentence -> counts.merge(sentence, 1, Integer::sum));
      sentences.stream().limit(1).forEach(firsts::add);
    }
    List<Integer> both =
        counts.entrySet().stream()
            .filter(each -> each.getValue() == 2)
            .map(Map.Entry::getKey)
            .sorted()
            .limit(1)
            .toList();
    return new GraphPath.Step(
        section.chunk(), both.isEmpty() ? List.copyOf(new TreeSet<>(firsts)) : both);
  }

  private List<Integer> sentences(String key, SectionNode section) {
    return mentions.sentencesAbout(key, section.chunk()).stream()
        .map(Place::sentence)
        .filter(each -> mentions.section(section.chunk(), each) == section.section())
        .toList();
  }
}
