package dev.arag.graph.internal.rank;

import static dev.arag.graph.internal.rank.GraphFixture.heading;
import static dev.arag.graph.internal.rank.GraphFixture.sentence;
import static dev.arag.graph.internal.rank.GraphFixture.under;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.graph.entity.GraphPath;
import dev.arag.graph.entity.GraphRanking;
import dev.arag.graph.entity.GraphRanking.Hit;
import dev.arag.graph.entity.GraphRanking.Link;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MentionGraphTest {
  private static final String QUESTION = "Where was the designer of Old Bridge born?";

  private final GraphFixture towns =
      new GraphFixture()
          .chunk("bridge", sentence("Old Bridge was designed by Mira Voss"), sentence("It is old"))
          .chunk("inn", sentence("Snow fell on Quill"))
          .chunk("voss", heading("Mira Voss"), under("Mira Voss", "She came from Tarn"))
          .chunk("tarn", sentence("Tarn has a mill"))
          .similarity("bridge", 0, 0.8)
          .similarity("bridge", 1, 0.2)
          .similarity("inn", 0, 0.3)
          .similarity("voss", 1, 0.5)
          .similarity("tarn", 0, 0.1)
          .near("bridge", 0.8)
          .near("inn", 0.5)
          .near("voss", 0.45);

  private static List<String> chunks(GraphRanking ranking) {
    return ranking.hits().stream().map(Hit::chunkId).map(Object::toString).toList();
  }

  @Test
  void ranksAChunkThatIsConnectedBeforeOneThatIsOnlySimilar() {
    GraphRanking ranking = towns.graph().rank(QUESTION, List.of(), 4);
    assertThat(chunks(ranking)).containsExactly("bridge", "voss", "inn", "tarn");
    assertThat(ranking.seeds()).containsExactly(new Entity("old bridge", "Old Bridge", 1));
    assertThat(ranking.unknown()).isEmpty();
    assertThat(ranking.isTruncated()).isFalse();
    assertThat(chunks(towns.graph().rank(QUESTION, List.of(), 1))).containsExactly("bridge");
  }

  @Test
  void linksTheSentencesWithTheEntitiesThatTheyOrTheirHeadingMention() {
    Entity bridge = new Entity("old bridge", "Old Bridge", 1);
    Entity voss = new Entity("mira voss", "Mira Voss", 2);
    Entity tarn = new Entity("tarn", "Tarn", 2);
    List<Hit> hits = towns.graph().rank(QUESTION, List.of(), 3).hits();
    assertThat(hits.get(0).links()).containsExactly(new Link(0, List.of(voss, bridge)));
    assertThat(hits.get(1).links())
        .singleElement()
        .satisfies(
            link -> {
              assertThat(link.sentence()).isEqualTo(1);
              assertThat(link.entities()).contains(voss, tarn);
            });
    // The search alone found this chunk.
    assertThat(hits.get(2).links()).containsExactly(new Link(0, List.of()));
  }

  @Test
  void ranksByTheSearchIfTheQuestionHasNoName() {
    GraphRanking ranking = towns.graph().rank("where?", List.of(), 2);
    assertThat(ranking.seeds()).isEmpty();
    assertThat(chunks(ranking)).containsExactly("bridge", "inn");
    assertThat(ranking.hits().get(0).score()).isEqualTo(0.8);
  }

  @Test
  void startsFromGivenNamesAndReportsUnknownOnes() {
    GraphRanking ranking = towns.graph().rank(QUESTION, List.of("Tarn", "Atlantis"), 4);
    assertThat(ranking.seeds()).extracting(Entity::key).containsExactly("tarn");
    assertThat(ranking.unknown()).containsExactly("Atlantis");
  }

  @Test
  void resolvesNamesInOtherForms() {
    EntityGraph graph = towns.graph();
    assertThat(graph.rank("x", List.of("MIRA  VOSS"), 1).seeds())
        .extracting(Entity::name)
        .containsExactly("Mira Voss");
    assertThat(graph.rank("x", List.of("the bridge of Tarn and Quill"), 1).seeds())
        .extracting(Entity::key)
        .containsExactly("tarn", "quill");
    // No text mentions this name, but "voss" is a rare word.
    assertThat(graph.rank("x", List.of("Voss"), 1).seeds())
        .extracting(Entity::key)
        .containsExactly("mira voss");
    assertThat(graph.rank("x", List.of("Old Mira Voss Memorial Library Room"), 1).seeds())
        .extracting(Entity::key)
        .containsExactly("mira voss");
  }

  @Test
  void aNameWithMoreWordsThanAnyEntityIsNotComparedWithSimilarNames() {
    AtomicInteger searches = new AtomicInteger();
    MentionSource mentions = towns.mentions();
    MentionSource counting =
        (MentionSource)
            Proxy.newProxyInstance(
                MentionSource.class.getClassLoader(),
                new Class<?>[] {MentionSource.class},
                (proxy, method, arguments) -> {
                  searches.addAndGet(method.getName().equals("keysWith") ? 1 : 0);
                  return method.invoke(mentions, arguments);
                });
    String longName =
        IntStream.range(0, 400).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    EntityGraph graph = new MentionGraph(towns, counting);
    assertThat(graph.rank("x", List.of(longName), 1).unknown()).containsExactly(longName);
    assertThat(searches).hasValue(0);
    assertThat(graph.rank("x", List.of("Voss"), 1).unknown()).isEmpty();
    assertThat(searches).hasValue(1);
  }

  @Test
  void aPathReadsALimitedNumberOfChunksOfAFrequentName() {
    AtomicInteger read = new AtomicInteger();
    GraphFixture texts =
        new GraphFixture() {
          @Override
          public List<Chunk> read(Collection<ChunkId> ids) {
            read.addAndGet(ids.size());
            return super.read(ids);
          }
        };
    texts.chunk("0", sentence("Old Bridge was designed by Mira Voss"));
    texts.chunk("1", sentence("a Bridge"));
    IntStream.range(2, 1000)
        .forEach(i -> texts.chunk(String.valueOf(i), sentence("a mill at Old Bridge")));
    assertThat(texts.graph().path("Old Bridge", "Mira Voss"))
        .get()
        .extracting(GraphPath::steps)
        .isEqualTo(List.of(new GraphPath.Step(texts.id("0"), List.of(0))));
    assertThat(read.get()).isLessThan(2 * EntityMentions.MAX_CHUNKS);
  }

  @Test
  void findsTheLongestNamesOfAText() {
    EntityGraph graph = towns.graph();
    assertThat(graph.find("Is Tarn near old bridge, \"Tarn\" or Snow?", 9))
        .extracting(Entity::key)
        .containsExactly("tarn", "old bridge", "snow");
    assertThat(graph.find("Is Tarn near old bridge?", 1))
        .extracting(Entity::key)
        .containsExactly("old bridge");
    assertThat(graph.find("", 1)).isEmpty();
    assertThat(graph.find("Tarnish", 1)).isEmpty();
  }

  @Test
  void findsNamesInScriptsWithoutSpacesAndNamesWithMarks() {
    GraphFixture texts =
        new GraphFixture()
            .chunk("1", sentence("東京タワーは港区にある"))
            .chunk("2", sentence("C++ was made by Yahoo! Inc."));
    EntityGraph graph =
        new MentionGraph(
            texts, texts.mentions(GraphFixture.phrases("東京タワー", "港区", "C++", "Yahoo! Inc.")));
    assertThat(graph.find("東京タワーはどの港区にありますか", 9))
        .extracting(Entity::key)
        .containsExactly("東京タワー", "港区");
    assertThat(graph.find("who made C++, yahoo! inc.?", 9))
        .extracting(Entity::key)
        .containsExactly("c++", "yahoo! inc.");
  }

  @Test
  void isEmptyForAnEmptyCorpus() {
    EntityGraph graph = new GraphFixture().graph();
    assertThat(graph.rank(QUESTION, List.of("Tarn"), 5))
        .isEqualTo(new GraphRanking(List.of(), List.of(), List.of("Tarn"), false));
    assertThat(graph.path("Tarn", "Quill")).isEmpty();
  }

  @Test
  void rejectsInvalidArguments() {
    EntityGraph graph = towns.graph();
    assertThatIllegalArgumentException().isThrownBy(() -> graph.rank(" ", List.of(), 1));
    assertThatIllegalArgumentException().isThrownBy(() -> graph.rank("x", List.of(), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> graph.find("x", 0));
  }

  @Test
  void breaksTiesByCorpusOrder() {
    GraphFixture equal = new GraphFixture();
    for (String id : List.of("a", "b", "c", "d")) {
      equal.chunk(id, sentence("Tarn"));
    }
    List.of("d", "b", "a", "c").forEach(id -> equal.near(id, 0.5));
    assertThat(chunks(equal.graph().rank("Tarn", List.of(), 3))).containsExactly("a", "b", "c");
  }

  @Test
  void aPathIsTheShortestChainOfSections() {
    GraphPath path = towns.graph().path("Old Bridge", "Tarn").orElseThrow();
    assertThat(path.entities())
        .extracting(Entity::name)
        .containsExactly("Old Bridge", "Mira Voss", "Tarn");
    assertThat(path.steps())
        .containsExactly(
            new GraphPath.Step(towns.id("bridge"), List.of(0)),
            new GraphPath.Step(towns.id("voss"), List.of(1)));
    assertThat(towns.graph().path("Old Bridge", "Quill")).isEmpty();
    assertThat(towns.graph().path("Old Bridge", "Atlantis")).isEmpty();
    assertThat(towns.graph().path("Tarn", "Tarn")).isEmpty();
  }

  /** Unrelated articles in one chunk are no link. */
  @Test
  void aPathDoesNotCrossSections() {
    GraphFixture packed =
        new GraphFixture()
            .chunk(
                "1",
                heading("Ada"),
                under("Ada", "she met Bob"),
                heading("Cid"),
                under("Cid", "he met Dan"));
    assertThat(packed.graph().path("Ada", "Bob")).isPresent();
    assertThat(packed.graph().path("Ada", "Dan")).isEmpty();
  }

  @Test
  void someRandomTenantsRankAsIfTheyWereAlone() {
    compareTenants(20);
  }

  @Tag("full")
  @Test
  void manyRandomTenantsRankAsIfTheyWereAlone() {
    compareTenants(1_000);
  }

  /** A tenant sees the same ranks, scores, links and paths with and without foreign documents. */
  private static void compareTenants(int corpora) {
    int ranked = 0;
    for (int seed = 0; seed < corpora; seed++) {
      Random random = new Random(seed);
      List<Document> own = documents("own", 5 + random.nextInt(30), random);
      List<Document> all = new ArrayList<>(documents("foreign", random.nextInt(60), random));
      all.addAll(own);
      Collections.shuffle(all, random);
      EntityGraph alone = graph(own, true);
      EntityGraph scoped = graph(all, true);
      for (int i = 0; i < 3; i++) {
        String question = "Who of " + name(random) + " and " + name(random) + " met?";
        GraphRanking expected = alone.rank(question, List.of(), 8);
        assertThat(scoped.rank(question, List.of(), 8)).as("seed %d", seed).isEqualTo(expected);
        ranked += expected.seeds().isEmpty() ? 0 : 1;
        String from = name(random);
        String to = name(random);
        assertThat(scoped.path(from, to)).as("seed %d", seed).isEqualTo(alone.path(from, to));
      }
    }
    assertThat(ranked).isGreaterThan(corpora);
    System.out.println(
        "MentionGraph: " + corpora + " random tenants rank alike, " + ranked + " with entities");
  }

  private static EntityGraph graph(List<Document> documents, boolean hasEmbeddings) {
    InMemoryCorpus corpus = InMemoryCorpus.of(new HashEmbedder(32), documents);
    return Graphs.of(new GraphCorpus(corpus.within(Scope.equal("tenant", "own")), hasEmbeddings));
  }

  private static List<Document> documents(String tenant, int count, Random random) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(6); j >= 0; j--) {
        text.append(name(random)).append(" met ").append(name(random)).append(". ");
      }
      documents.add(
          Document.builder(tenant + i, text.toString()).metadata("tenant", tenant).build());
    }
    return documents;
  }

  private static String name(Random random) {
    return List.of("Ada", "Bob", "Cid", "Dan", "Eve").get(random.nextInt(5))
        + " "
        + List.of("Voss", "Holm", "Kern", "Venn", "Quill", "Tarn", "Ilde").get(random.nextInt(7));
  }

  @Test
  void doesNotDependOnTheOrderInWhichDocumentsWereAdded() {
    for (boolean hasEmbeddings : List.of(true, false)) {
      List<Document> documents = documents("own", 40, new Random(7));
      GraphRanking expected =
          graph(documents, hasEmbeddings).rank("Did Ada Voss meet Bob Holm?", List.of(), 9);
      assertThat(expected.hits()).hasSize(9);
      for (int seed = 0; seed < 5; seed++) {
        Collections.shuffle(documents, new Random(seed));
        assertThat(
                graph(documents, hasEmbeddings).rank("Did Ada Voss meet Bob Holm?", List.of(), 9))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void usesKeywordsWithoutEmbeddings() {
    List<Document> documents =
        List.of(
            tenantDocument("bridge", "Old Bridge was designed by Mira Voss. It is old."),
            tenantDocument("inn", "Snow fell on the village."),
            tenantDocument("voss", "Mira Voss was born in Tarn."),
            tenantDocument("tarn", "Tarn has a mill."));
    GraphRanking ranking = graph(documents, false).rank(QUESTION, List.of(), 3);
    assertThat(chunks(ranking)).containsExactlyInAnyOrder("bridge", "voss", "tarn");
    assertThat(ranking.seeds()).extracting(Entity::name).containsExactly("Old Bridge");
    assertThat(chunks(graph(documents, false).rank("which village?", List.of(), 3)))
        .containsExactly("inn");
    assertThat(graph(documents, false).rank("?", List.of(), 3).hits()).isEmpty();
  }

  private static Document tenantDocument(String id, String text) {
    return Document.builder(id, text).metadata("tenant", "own").build();
  }
}
