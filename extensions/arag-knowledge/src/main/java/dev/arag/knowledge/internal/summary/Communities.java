package dev.arag.knowledge.internal.summary;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.summary.Louvain.Graph;
import dev.arag.knowledge.internal.summary.Louvain.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private List<String> keys = List.of();

  private Communities(MentionSource mentions) {
    this.mentions = mentions;
    maxChunks = maxChunks(mentions);
  }

  /**
   * A chunk.
   *
   * @param mentions its mentions, ordered by sentence: the number of the sentence in the upper
   *     half, the number of the entity in the lower half
   */
  private record Place(Source source, String title, int tokens, long[] mentions) {
    IntStream entities() {
      return Arrays.stream(mentions).mapToInt(each -> (int) each).distinct();
    }

    /** Adds 1 for each of the other entities in the sentences of an entity and in the next ones. */
    void addNear(int entity, Sums edges) {
      BitSet sentences = new BitSet();
      for (long mention : mentions) {
        if ((int) mention == entity) {
          int sentence = (int) (mention >> 32);
          sentences.set(Math.max(0, sentence - 1), sentence + 2);
        }
      }
      int[] near =
          Arrays.stream(mentions)
              .filter(each -> (int) each != entity && sentences.get((int) (each >> 32)))
              .mapToInt(each -> (int) each)
              .sorted()
              .toArray();
      for (int i = 0; i < near.length; i++) {
        if (i == 0 || near[i] != near[i - 1]) {
          edges.add(near[i], 1);
        }
      }
    }

    /** Returns a copy with other numbers, and without mentions of entities with negative ones. */
    Place renumbered(int[] numbers) {
      long[] renumbered =
          Arrays.stream(mentions)
              .filter(each -> numbers[(int) each] >= 0)
              .map(each -> pair(each >> 32, numbers[(int) each]))
              .toArray();
      return new Place(source, title, tokens, renumbered);
    }
  }

  /** A chunk of a community, and the number of the entities of the community in it. */
  private record Member(Place place, int index, long entities) {}

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
    communities.selectEntities();
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
          long[] found =
              mentions.mentions(chunk.id()).stream()
                  .mapToLong(each -> pair(each.sentence(), number(each.key())))
                  .toArray();
          String title = chunk.location().title();
          places.add(new Place(Source.of(chunk), title, chunk.tokens(), found));
        }
      }
      if (page.isEmpty()) {
        return;
      }
    }
  }

  private int number(String entity) {
    return numbers.computeIfAbsent(entity, key -> numbers.size());
  }

  private static long pair(long upper, int lower) {
    return upper << 32 | lower;
  }

  private void selectEntities() {
    int[] chunks = new int[numbers.size()];
    places.forEach(place -> place.entities().forEach(entity -> chunks[entity]++));
    Comparator<Map.Entry<String, Integer>> byChunks =
        Comparator.comparingInt(each -> -chunks[each.getValue()]);
    keys =
        numbers.entrySet().stream()
            .filter(each -> chunks[each.getValue()] > 1 && chunks[each.getValue()] <= maxChunks)
            .sorted(byChunks.thenComparing(Map.Entry.comparingByKey()))
            .limit(MAX_NODES)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    int[] nodes = new int[numbers.size()];
    numbers.forEach((key, number) -> nodes[number] = Collections.binarySearch(keys, key));
    places.replaceAll(place -> place.renumbered(nodes));
  }

  private Graph graph() {
    Map<Integer, List<Place>> byNode = new HashMap<>();
    places.forEach(
        place ->
            place
                .entities()
                .forEach(
                    node -> byNode.computeIfAbsent(node, key -> new ArrayList<>()).add(place)));
    Graph graph = new Graph(keys.size());
    Sums edges = new Sums(keys.size());
    byNode.forEach(
        (node, found) -> {
          found.forEach(place -> place.addNear(node, edges));
          graph.set(node, edges);
        });
    return graph;
  }

  private List<Community> find() {
    List<List<Integer>> groups = new ArrayList<>();
    divide(graph(), IntStream.range(0, keys.size()).boxed().toList(), groups);
    Map<Integer, Integer> groupOf = new HashMap<>();
    IntStream.range(0, groups.size())
        .forEach(group -> groups.get(group).forEach(node -> groupOf.put(node, group)));
    Map<Integer, List<Member>> members = new TreeMap<>();
    List<Member> rest = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      Optional<Map.Entry<Integer, Long>> best = best(place.entities().boxed().map(groupOf::get));
      if (best.isEmpty()) {
        rest.add(new Member(place, i, 0));
      } else {
        members
            .computeIfAbsent(best.get().getKey(), key -> new ArrayList<>())
            .add(new Member(place, i, best.get().getValue()));
      }
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
  private static void divide(Graph graph, List<Integer> nodes, List<List<Integer>> groups) {
    int[] found = Louvain.groups(graph);
    Map<Integer, List<Integer>> parts =
        IntStream.range(0, found.length)
            .boxed()
            .collect(Collectors.groupingBy(i -> found[i], TreeMap::new, Collectors.toList()));
    for (List<Integer> part : parts.values()) {
      List<Integer> named = part.stream().map(nodes::get).toList();
      if (part.size() > MAX_ENTITIES && parts.size() > 1) {
        int[] numbers = new int[found.length];
        Arrays.setAll(numbers, node -> Collections.binarySearch(part, node));
        divide(graph.renumbered(numbers), named, groups);
      } else if (part.size() > 1) {
        groups.add(named);
      }
    }
  }

  /** Returns the most frequent group with its count, the first one of several; ignores null. */
  private static Optional<Map.Entry<Integer, Long>> best(Stream<@Nullable Integer> groups) {
    return groups
        .filter(Objects::nonNull)
        .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
        .entrySet()
        .stream()
        .max(
            Map.Entry.<Integer, Long>comparingByValue()
                .thenComparing(Map.Entry.<Integer, Long>comparingByKey().reversed()));
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
            members.stream()
                .sorted(Comparator.comparingLong(Member::entities).reversed())
                .toList());
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
