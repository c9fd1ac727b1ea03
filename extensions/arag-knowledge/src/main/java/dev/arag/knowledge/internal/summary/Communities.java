package dev.arag.knowledge.internal.summary;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Computes the communities of the chunks in scope. Two entities are joined with the number of
 * chunks that mention both in one sentence or in neighboring ones. Entities of a single chunk, and
 * those of too many, are ignored. The communities depend only on the texts of the chunks and on the
 * ids of their documents, not on the order in which documents were added.
 */
final class Communities {
  /** The largest number of chunks of a summary. */
  static final int MAX_SOURCES = 40;

  /** The largest number of tokens of the chunks of a summary, unless it has a single chunk. */
  static final int MAX_SOURCE_TOKENS = 8_000;

  /** The entities of the graph are those that most chunks mention, so that its size is limited. */
  private static final int MAX_NODES = 10_000;

  private static final double MAX_SHARE = 0.05;
  private static final int MIN_TOO_MANY = 10;

  /** A larger community is divided if it consists of groups. */
  private static final int MAX_ENTITIES = 30;

  private static final int TITLE_ENTITIES = 3;
  private static final int PAGE = 500;

  private final MentionSource mentions;
  private final int maxChunks;
  private final List<Place> places = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> keys = new ArrayList<>();
  private final List<Map<Integer, Long>> graph = new ArrayList<>();

  private Communities(MentionSource mentions) {
    this.mentions = mentions;
    maxChunks = maxChunks(mentions);
  }

  /** A chunk and the numbers of its entities. */
  private record Place(Source source, String title, int tokens, Set<Integer> entities) {}

  /** A chunk of a community, and the number of the entities of the community in it. */
  private record Member(Place place, int index, int entities) {}

  /**
   * A community.
   *
   * @param entities the keys of its entities; empty for chunks without such entities
   * @param unit its first chunks
   * @param chunks the number of all its chunks
   */
  record Community(Set<String> entities, Unit unit, int chunks) {}

  /**
   * Returns the communities, those with most chunks first. Each chunk belongs to one of them:
   * chunks without such entities are grouped in corpus order.
   *
   * @param mentions the mentions of a {@link Catalogue}
   */
  static List<Community> of(MentionSource mentions) {
    Communities communities = new Communities(mentions);
    communities.readChunks();
    communities.readEntities();
    communities.readEdges();
    return communities.find();
  }

  /** Whether an entity is in so many chunks that it says nothing about them. */
  static boolean isTooFrequent(MentionSource mentions, String key) {
    return mentions.chunks(key) > maxChunks(mentions);
  }

  private static int maxChunks(MentionSource mentions) {
    return Math.max(MIN_TOO_MANY, (int) (MAX_SHARE * mentions.chunks()));
  }

  private void readChunks() {
    if (!(mentions.corpus() instanceof Catalogue catalogue)) {
      throw new IllegalArgumentException("The corpus of the mentions cannot list its documents.");
    }
    for (Slice slice = Slice.first(PAGE); ; slice = slice.next()) {
      List<CatalogueEntry> page = catalogue.documents(slice);
      for (CatalogueEntry document : page) {
        for (Chunk chunk : catalogue.chunksOf(document.id())) {
          String title = chunk.location().title();
          places.add(new Place(Source.of(chunk), title, chunk.tokens(), new TreeSet<>()));
        }
      }
      if (page.isEmpty()) {
        return;
      }
    }
  }

  private void readEntities() {
    Map<String, Integer> chunks = new HashMap<>();
    for (Place place : places) {
      Set<String> named = new HashSet<>();
      mentions.mentions(place.source().chunk()).forEach(each -> named.add(each.key()));
      named.forEach(key -> chunks.merge(key, 1, Integer::sum));
    }
    chunks.entrySet().stream()
        .filter(each -> each.getValue() > 1 && each.getValue() <= maxChunks)
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_NODES)
        .map(Map.Entry::getKey)
        .sorted()
        .forEach(
            key -> {
              numbers.put(key, keys.size());
              keys.add(key);
              graph.add(new TreeMap<>());
            });
  }

  private void readEdges() {
    for (Place place : places) {
      List<Mention> known =
          mentions.mentions(place.source().chunk()).stream()
              .filter(each -> numbers.containsKey(each.key()))
              .toList();
      Set<List<Integer>> pairs = new HashSet<>();
      for (int i = 0; i < known.size(); i++) {
        int left = number(known.get(i));
        place.entities().add(left);
        for (int j = i + 1; j < known.size() && isNear(known.get(i), known.get(j)); j++) {
          int right = number(known.get(j));
          if (left != right) {
            pairs.add(List.of(Math.min(left, right), Math.max(left, right)));
          }
        }
      }
      pairs.forEach(
          pair -> {
            graph.get(pair.get(0)).merge(pair.get(1), 1L, Long::sum);
            graph.get(pair.get(1)).merge(pair.get(0), 1L, Long::sum);
          });
    }
  }

  private int number(Mention mention) {
    return numbers.getOrDefault(mention.key(), -1);
  }

  private static boolean isNear(Mention earlier, Mention later) {
    return later.sentence() - earlier.sentence() <= 1;
  }

  private List<Community> find() {
    List<List<Integer>> groups = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int node = 0; node < keys.size(); node++) {
      all.add(node);
    }
    divide(all, groups);
    Map<Integer, Integer> groupOf = new HashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      for (int node : groups.get(i)) {
        groupOf.put(node, i);
      }
    }
    Map<Integer, List<Member>> members = new TreeMap<>();
    List<Member> rest = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      add(new Member(places.get(i), i, 0), groupOf, members, rest);
    }
    List<Community> communities = new ArrayList<>();
    members.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<Integer, List<Member>> e) -> -e.getValue().size())
                .thenComparingInt(e -> e.getValue().get(0).index()))
        .forEach(each -> communities.add(community(groups.get(each.getKey()), each.getValue())));
    while (!rest.isEmpty()) {
      List<Member> group = first(rest);
      String title = "Texts from " + group.get(0).place().title();
      communities.add(new Community(Set.of(), unit(title, title, group), group.size()));
      rest = rest.subList(group.size(), rest.size());
    }
    return communities;
  }

  /** Adds the groups of at least two nodes. */
  private void divide(List<Integer> nodes, List<List<Integer>> groups) {
    int[] found = Louvain.groups(inner(nodes));
    Map<Integer, List<Integer>> parts = new TreeMap<>();
    for (int i = 0; i < found.length; i++) {
      parts.computeIfAbsent(found[i], key -> new ArrayList<>()).add(nodes.get(i));
    }
    for (List<Integer> part : parts.values()) {
      if (part.size() > MAX_ENTITIES && parts.size() > 1) {
        divide(part, groups);
      } else if (part.size() > 1) {
        groups.add(part);
      }
    }
  }

  private List<Map<Integer, Long>> inner(List<Integer> nodes) {
    Map<Integer, Integer> positions = new HashMap<>();
    nodes.forEach(node -> positions.put(node, positions.size()));
    List<Map<Integer, Long>> inner = new ArrayList<>();
    for (int node : nodes) {
      Map<Integer, Long> edges = new TreeMap<>();
      graph
          .get(node)
          .forEach(
              (other, weight) -> {
                Integer position = positions.get(other);
                if (position != null) {
                  edges.put(position, weight);
                }
              });
      inner.add(edges);
    }
    return inner;
  }

  /**
   * Adds a chunk to the group of which it has most entities, the first one if there are several.
   */
  private static void add(
      Member chunk,
      Map<Integer, Integer> groupOf,
      Map<Integer, List<Member>> members,
      List<Member> rest) {
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    for (int node : chunk.place().entities()) {
      Integer group = groupOf.get(node);
      if (group != null) {
        counts.merge(group, 1, Integer::sum);
      }
    }
    counts.entrySet().stream()
        .max(
            Map.Entry.<Integer, Integer>comparingByValue()
                .thenComparing(Map.Entry.<Integer, Integer>comparingByKey().reversed()))
        .ifPresentOrElse(
            best ->
                members
                    .computeIfAbsent(best.getKey(), key -> new ArrayList<>())
                    .add(new Member(chunk.place(), chunk.index(), best.getValue())),
            () -> rest.add(chunk));
  }

  private Community community(List<Integer> nodes, List<Member> members) {
    Map<Integer, Integer> counts = new HashMap<>();
    members.forEach(
        each -> each.place().entities().forEach(node -> counts.merge(node, 1, Integer::sum)));
    List<String> entities =
        nodes.stream()
            .sorted(Comparator.comparingInt((Integer node) -> -counts.getOrDefault(node, 0)))
            .map(keys::get)
            .toList();
    String title =
        entities.stream()
            .limit(TITLE_ENTITIES)
            .map(key -> mentions.name(key).orElse(key))
            .collect(Collectors.joining(", "));
    List<Member> best =
        first(
            members.stream().sorted(Comparator.comparingInt(Member::entities).reversed()).toList());
    Unit unit = unit(title, entities.get(0), best);
    return new Community(Set.copyOf(entities), unit, members.size());
  }

  /** Returns a part with chunks in corpus order. */
  private static Unit unit(String title, String address, List<Member> members) {
    List<Place> places =
        members.stream().sorted(Comparator.comparingInt(Member::index)).map(Member::place).toList();
    String titles = places.stream().map(Place::title).distinct().collect(Collectors.joining("\n"));
    List<Source> sources = places.stream().map(Place::source).toList();
    int tokens = places.stream().mapToInt(Place::tokens).sum();
    return Unit.ofChunks(title, titles, "", "community\n" + address, sources, tokens);
  }

  /** Returns the first chunks that together are not too long; at least one. */
  private static List<Member> first(List<Member> members) {
    int tokens = 0;
    for (int i = 0; i < members.size(); i++) {
      tokens += members.get(i).place().tokens();
      if (i == MAX_SOURCES || (i > 0 && tokens > MAX_SOURCE_TOKENS)) {
        return members.subList(0, i);
      }
    }
    return members;
  }
}
