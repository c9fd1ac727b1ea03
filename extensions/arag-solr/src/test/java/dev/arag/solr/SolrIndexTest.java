package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.IndexStats;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.MovedSource;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import dev.arag.paper.Paper;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.common.SolrException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SolrIndexTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection CREATED = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  @TempDir private Path folder;
  private SolrCollection collection;
  private WatchedClient client;
  private SolrIndex index;

  @BeforeEach
  void create() throws Exception {
    CREATED.client().deleteByQuery(CREATED.name(), "*:*");
    CREATED.client().commit(CREATED.name());
    client = new WatchedClient(CREATED.client());
    collection = SolrCollection.of(client, CREATED.name());
    index = builder().build();
  }

  @AfterAll
  static void close() {
    CREATED.close();
  }

  private SolrIndex.Builder builder() {
    return SolrIndex.builder(collection).embedder(EMBEDDER);
  }

  private StoredContents stored() {
    return StoredContents.of(collection);
  }

  private static Document document(int number, String more) {
    return Document.of(
        "d" + String.format("%03d", number),
        "Tarn " + number + " is a lake.\nIt is cold. " + more + "\n");
  }

  private static List<Document> documents(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> document(i, "It is deep.")).toList();
  }

  private static void assertCounts(
      SyncReport report, long added, long updated, long unchanged, long deleted) {
    assertThat(List.of(report.added(), report.updated(), report.unchanged(), report.deleted()))
        .containsExactly(added, updated, unchanged, deleted);
  }

  /** These run in every build. */
  @Nested
  class Sample {
    @Test
    void storesUpdatesAndPrunes() {
      SyncReport first = index.put("s", documents(0, 60));
      assertCounts(first, 60, 0, 0, 0);
      assertThat(first.embedded()).isEqualTo(first.sentences()).isEqualTo(180);
      assertThat(first.documents()).isEqualTo(60);
      assertThat(first.chunks()).isEqualTo(60);
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 60)));

      client.takeRequests();
      SyncReport second = index.put("s", documents(0, 60));
      assertCounts(second, 0, 0, 60, 0);
      assertThat(second.reused()).isEqualTo(180);
      assertThat(second.embedded()).isZero();
      List<String> requests = client.takeRequests();
      assertThat(requests.stream().filter(each -> each.startsWith("add")))
          .as("the lease only")
          .containsOnly("add state")
          .hasSize(2);
      assertThat(requests).doesNotContain("commit", "delete");
      assertThat(requests.stream().filter("/select"::equals)).hasSizeLessThan(6);

      List<Document> changed = new ArrayList<>(documents(0, 40));
      changed.set(7, document(7, "It is shallow."));
      SyncReport third = index.sync(Source.documents("s", changed).prune(1));
      assertCounts(third, 0, 1, 39, 20);
      assertThat(third.embedded()).isEqualTo(1);
      assertThat(third.reused()).isEqualTo(119);
      stored().assertEqual(EMBEDDER, Map.of("s", changed));

      assertThat(index.delete(List.of("d001", "d002", "unknown", "d001"))).isEqualTo(2);
      changed.remove(2);
      changed.remove(1);
      stored().assertEqual(EMBEDDER, Map.of("s", changed));
      IndexStats stats = index.stats();
      assertThat(stats.documents()).isEqualTo(38);
      assertThat(stats.sentences()).isEqualTo(114);
      assertThat(stats.embedder()).isEqualTo(EMBEDDER.fingerprint());
    }

    @Test
    void purges() {
      index.put("s", documents(0, 30));
      index.sync(Source.documents("s", documents(10, 30)).prune(1));
      index.delete(List.of("d011"));
      assertThat(stored().count("kind:d")).isEqualTo(30);
      assertThat(index.purge().documents()).isEqualTo(11);
      List<Document> left = new ArrayList<>(documents(10, 30));
      left.remove(1);
      StoredContents contents = stored();
      contents.assertEqual(EMBEDDER, Map.of("s", left));
      assertThat(contents.count("kind:t")).isZero();
      assertThat(contents.count("kind:d")).isEqualTo(19);
      assertThat(contents.count("kind:c")).isEqualTo(19);
      assertThat(contents.count("kind:s")).isEqualTo(57);
      assertThat(contents.count("kind:k")).isEqualTo(11);
      assertThat(contents.count("kind:m")).isEqualTo(2);
      assertThat(contents.count("dk:" + Keys.of("d011"))).isZero();
      assertThat(index.purge().documents()).isZero();
      index.put("s", documents(0, 30));
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 30)));
      assertThat(index.purgeFiles().documents()).isZero();
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 30)));
    }

    @Test
    void oneWriterAtATime() throws Exception {
      SolrIndex impatient = builder().lockTimeout(Duration.ofMillis(100)).build();
      index.sync(
          List.of(Source.documents("s", documents(0, 2))),
          progress -> {
            assertThatThrownBy(() -> impatient.put("t", documents(5, 6)))
                .isInstanceOf(IndexLockedException.class)
                .hasMessageContaining("locked by another writer");
            assertThatThrownBy(() -> index.put("t", documents(5, 6)))
                .isInstanceOf(IndexLockedException.class);
          });
      impatient.put("t", documents(5, 6));
      assertThat(stored().sources()).containsOnlyKeys("d000", "d001", "d005");
    }
  }

  @Nested
  @Tag("solr")
  class Documents {
    @Test
    void asksForNewDocumentsInWindows() {
      index.put("s", documents(0, 600));
      client.takeRequests();
      assertCounts(index.put("s", documents(0, 600)), 0, 0, 600, 0);
      assertThat(client.takeRequests().stream().filter("/select"::equals)).hasSizeLessThan(10);
    }

    @Test
    void keepsHostileIds() {
      List<Document> hostile = new ArrayList<>();
      for (String id :
          List.of(
              "\"",
              "\\",
              "a\\\"",
              "a\\",
              "[a TO b]",
              "*",
              "{!x}",
              "a b\nc\td",
              " ",
              "_query_:\"x\"",
              "\u0000",
              "\ud83d\ude00",
              "\uffff",
              "ä",
              "a OR b",
              "a) OR (b",
              "\\u0041",
              "\"\"",
              "!",
              "a!b",
              "x".repeat(9_000))) {
        if (!id.isBlank()) {
          hostile.add(Document.of(id, "Tarn of " + hostile.size() + "."));
        }
      }
      String lone = "lone\ud83d";
      hostile.add(Document.of("lone\ufffd", "Tarn."));
      List<Document> given = new ArrayList<>(hostile);
      given.set(given.size() - 1, Document.of(lone, "Tarn."));
      given.add(Document.of("é".repeat(5_001), "Too long."));
      SyncReport first = index.put("s", given);
      assertCounts(first, hostile.size(), 0, 0, 0);
      assertThat(first.skipped())
          .containsExactly(
              new Skip("é".repeat(5_001), "its id is longer than 10,000 bytes of UTF-8"));
      stored().assertEqual(EMBEDDER, Map.of("s", hostile));
      assertCounts(index.put("s", hostile.subList(0, hostile.size() - 1)), 0, 0, 20, 0);
      assertThat(index.delete(List.of("\\", "\"", "*"))).isEqualTo(3);
      assertThat(index.delete(hostile.stream().map(Document::id).toList()))
          .isEqualTo(hostile.size() - 3);
      assertThat(index.stats().documents()).isZero();
    }

    @Test
    void skipsConflicts() {
      index.put("one", documents(0, 3));
      SyncReport other = index.put("two", List.of(document(1, "Other."), document(5, "Other.")));
      assertCounts(other, 1, 0, 0, 0);
      assertThat(other.skipped())
          .containsExactly(
              new Skip(
                  "d001",
                  "the source one already contains a document with this id; the source two cannot"
                      + " replace it; give one of them a different id, or delete the stored"
                      + " document if it moved to this source"));
      SyncReport twice = index.put("three", List.of(document(8, "Once."), document(8, "Twice.")));
      assertThat(twice.skipped())
          .containsExactly(
              new Skip(
                  "d008",
                  "the source three already contains a document with this id; give one of them a"
                      + " different id"));
      Document imported = imported("x", "c1");
      assertCounts(index.put("four", List.of(imported)), 1, 0, 0, 0);
      SyncReport taken = index.put("five", List.of(imported("y", "c1"), imported("z", "c1")));
      assertThat(taken.skipped())
          .extracting(Skip::reason)
          .containsOnly("its chunk id c1 is already used by a chunk of x (source four)");
      index.delete(List.of("x"));
      SyncReport free = index.put("five", List.of(imported("y", "c1"), imported("z", "c1")));
      assertThat(free.skipped())
          .containsExactly(
              new Skip("z", "its chunk id c1 is already used by a chunk of y (source five)"));
      SyncReport moved =
          index.sync(
              List.of(
                  Source.documents("one", documents(0, 1)).prune(1),
                  Source.documents("six", documents(1, 2))),
              progress -> {});
      assertThat(moved.skipped()).isEmpty();
      assertCounts(moved, 1, 0, 1, 2);
    }

    private static Document imported(String id, String chunk) {
      return Document.builder(id, "Tarn of " + id + ".").chunk(0, ChunkId.of(chunk)).build();
    }

    @Test
    void reportsProgressAndStoresMetadataOfFiles() throws Exception {
      List<SyncProgress> progress = new ArrayList<>();
      index.put("s", documents(0, 30), progress::add);
      assertThat(progress).extracting(SyncProgress::share).isSorted().endsWith(1.0);

      Path notes = Files.createDirectories(folder.resolve("notes"));
      Files.writeString(notes.resolve("a.txt"), "Tarn A. It is a lake.\n");
      index.sync(notes);
      Files.writeString(notes.resolve("a.txt.meta.json"), "{\"author\": \"Mira\"}");
      SyncReport report = index.sync(notes);
      assertCounts(report, 0, 1, 0, 0);
      assertThat(report.embedded()).isZero();
      assertThat(stored().sources()).containsKey("notes/a.txt");
      assertCounts(index.sync(notes), 0, 0, 1, 0);
      assertCounts(index.sync(Source.path(notes).trustSidecars()), 0, 1, 0, 0);
    }

    @Test
    void keepsTheNamesAndPathsOfSources() throws Exception {
      Path one = Files.createDirectories(folder.resolve("one/notes"));
      Path other = Files.createDirectories(folder.resolve("other/notes"));
      Files.writeString(one.resolve("a.txt"), "Tarn A.\n");
      Files.writeString(other.resolve("b.txt"), "Tarn B.\n");
      assertCounts(index.sync(one), 1, 0, 0, 0);
      client.takeRequests();
      assertCounts(index.sync(one), 0, 0, 1, 0);
      assertThat(client.takeRequests()).doesNotContain("commit");
      assertThatThrownBy(() -> index.sync(other))
          .isInstanceOf(SourceNameException.class)
          .hasMessageContaining("notes");
      Path empty = Files.createDirectory(folder.resolve("empty"));
      assertThatThrownBy(() -> index.sync(Source.path(empty).name("notes").prune()))
          .isInstanceOf(PruneRefusedException.class)
          .hasMessageContaining("1 of the 1 documents of the source notes");
      assertThat(stored().sources()).containsOnlyKeys("notes/a.txt");
      Files.move(one.resolve("a.txt"), other.resolve("a.txt"));
      SyncReport moved = index.sync(Source.path(other).name("notes").prune(1));
      assertCounts(moved, 1, 0, 1, 0);
      assertThat(moved.moved())
          .containsExactly(
              new MovedSource(
                  "notes", empty.toRealPath().toString(), other.toRealPath().toString()));
      assertThat(index.sync(other).moved()).isEmpty();
      Files.delete(other.resolve("b.txt"));
      assertCounts(index.sync(Source.path(other).prune(1)), 0, 0, 1, 1);
      assertThat(stored().sources()).containsOnlyKeys("notes/a.txt");
      Files.delete(other.resolve("a.txt"));
      assertCounts(index.sync(Source.path(other).prune(1)), 0, 0, 0, 1);
      index.purge();
      client.takeRequests();
      assertCounts(index.sync(Source.path(other).prune(1)), 0, 0, 0, 0);
      assertThat(client.takeRequests()).doesNotContain("commit");
      assertThat(stored().count("kind:r")).isEqualTo(1);
    }

    @Test
    void removesWithoutAnEmbedder() {
      SolrIndex remover = SolrIndex.builder(collection).withoutEmbeddings().build();
      assertThat(remover.delete(List.of("d001"))).as("from an empty collection").isZero();
      assertThat(remover.purge().documents()).isZero();
      index.put("s", documents(0, 3));
      assertThat(remover.delete(List.of("d001", "unknown"))).isEqualTo(1);
      assertThat(remover.purge().documents()).isEqualTo(1);
      stored()
          .assertEqual(
              EMBEDDER, Map.of("s", List.of(documents(0, 3).get(0), documents(0, 3).get(2))));
    }
  }

  @Nested
  @Tag("solr")
  class OldStates {
    @Test
    void removesWhatIsOlderThanTheRetention() {
      Instant start = Instant.parse("2024-01-01T00:00:00Z");
      at(start).put("s", documents(0, 4));
      at(start.plusSeconds(60)).delete(List.of("d000"));
      StoredContents old = stored();
      at(start.plusSeconds(120)).delete(List.of("d001"));
      at(start.plusSeconds(150)).put("s", documents(2, 4));
      assertThat(old.sources()).containsOnlyKeys("d001", "d002", "d003");
      at(start.plusSeconds(120 + 99)).put("s", documents(2, 4));
      assertThat(old.sources())
          .as("it was replaced 99 seconds ago")
          .containsOnlyKeys("d001", "d002", "d003");
      assertThat(old.count("dk:" + Keys.of("d000"))).as("no snapshot sees it").isZero();
      at(start.plusSeconds(120 + 101)).put("s", documents(2, 4));
      assertThatThrownBy(old::sources).isInstanceOf(CorpusException.class);
      assertThat(stored().count("kind:d")).isEqualTo(2);
      stored().assertEqual(EMBEDDER, Map.of("s", documents(2, 4)));
    }

    /** As after a weekend without a sync, when a snapshot is taken just before the next one. */
    @Test
    void theRetentionBeginsWhenAStateIsReplaced() {
      Instant start = Instant.parse("2024-01-01T00:00:00Z");
      at(start).put("s", documents(0, 2));
      StoredContents old = stored();
      at(start.plusSeconds(100_000)).sync(Source.documents("s", documents(1, 2)).prune(1));
      assertThat(old.sources()).containsOnlyKeys("d000", "d001");
    }

    /** A snapshot may expire, but never contains fewer documents than before. */
    @Test
    void aSnapshotStaysCompleteIfTheClocksOfWritersDiffer() {
      Instant start = Instant.parse("2024-01-01T00:00:00Z");
      at(start).put("s", documents(0, 4));
      at(start.plusSeconds(100_000)).put("s", documents(4, 5));
      StoredContents old = stored();
      at(start.plusSeconds(60)).delete(List.of("d000"));
      at(start.plusSeconds(61)).delete(List.of("d001"));
      at(start.plusSeconds(200)).put("s", documents(2, 4));
      assertThat(old.sources()).hasSize(5);
      stored().assertEqual(EMBEDDER, Map.of("s", documents(2, 5)));
    }

    /** Solr refuses queries with more than 1,024 clauses. */
    @Test
    void removesMoreOldStatesThanAQueryHasClauses() {
      index.put("s", documents(0, 3));
      index.delete(List.of("d000"));
      CollectionClient requests = new CollectionClient(collection.client(), collection.name());
      CollectionClient.VersionedState stored = requests.state();
      State state = stored.state();
      for (int i = 0; i < 1_100; i++) {
        state = state.claim().claim();
        long marker = state.claimed();
        long millis = i == 0 ? 0 : System.currentTimeMillis();
        state = state.publish(List.of(marker - 1), marker, 2, millis);
      }
      long last = state.marker();
      requests.add(
          requests.shards().routeKeys().stream()
              .map(key -> DocumentFields.marker(key, last, stored.state().id()))
              .toList());
      requests.commit();
      requests.replaceState(state, stored.version());
      index.put("s", documents(1, 4));
      assertThat(stored().state().publications()).hasSizeGreaterThan(1_100);
      state = stored().state();
      List<State.Publication> publications = new ArrayList<>(state.publications());
      publications.replaceAll(each -> new State.Publication(each.marker(), 0, each.generations()));
      for (int i = 2; i < publications.size(); i++) {
        State.Publication each = publications.get(i);
        publications.set(
            i,
            new State.Publication(each.marker(), System.currentTimeMillis(), each.generations()));
      }
      requests.replaceState(state.withPublications(publications), requests.state().version());
      index.put("s", documents(1, 4));
      assertThat(stored().state().publications()).hasSize(publications.size() - 1);
      index.purge();
      assertThat(stored().state().publications()).hasSize(1);
      assertThat(stored().count("kind:m")).isEqualTo(2);
      stored().assertEqual(EMBEDDER, Map.of("s", documents(1, 4)));
    }

    /** A worker of a job that has ended can write while its generation is deleted. */
    @Test
    @Timeout(25)
    void aPurgeRemovesWhatIsWrittenMeanwhile() {
      index.put("s", documents(0, 3));
      CollectionClient requests = new CollectionClient(CREATED.client(), CREATED.name());
      CollectionClient.VersionedState stored = requests.state();
      State claimed = stored.state().claim();
      requests.replaceState(claimed, stored.version());
      requests.add(List.of(DocumentFields.marker("early", claimed.claimed(), claimed.id())));
      requests.commit();
      boolean[] done = new boolean[1];
      client.after(
          description -> {
            if (description.equals("delete") && !done[0]) {
              done[0] = true;
              requests.add(List.of(DocumentFields.marker("late", claimed.claimed(), claimed.id())));
            }
          });
      index.purge();
      assertThat(done).containsExactly(true);
      assertThat(stored().count("gen:" + claimed.claimed())).isZero();
    }

    private SolrIndex at(Instant time) {
      return builder()
          .retention(Duration.ofSeconds(100))
          .clock(Clock.fixed(time, ZoneOffset.UTC))
          .build();
    }
  }

  @Nested
  @Tag("solr")
  class Requests {
    @Test
    void writesThroughAnAlias() throws Exception {
      String alias = "alias-of-" + CREATED.name();
      CollectionAdminRequest.createAlias(alias, CREATED.name()).process(CREATED.client());
      try {
        SolrIndex named =
            SolrIndex.builder(SolrCollection.of(CREATED.client(), alias))
                .embedder(EMBEDDER)
                .build();
        assertCounts(named.put("s", documents(0, 3)), 3, 0, 0, 0);
        assertCounts(named.sync(Source.documents("s", documents(1, 4)).prune(1)), 1, 0, 2, 1);
        stored().assertEqual(EMBEDDER, Map.of("s", documents(1, 4)));
      } finally {
        CollectionAdminRequest.deleteAlias(alias).process(CREATED.client());
      }
    }

    @Test
    void nothingIsDecidedBeforeTheFirstPublish() {
      SolrIndex.builder(collection).withoutEmbeddings().build().purge();
      assertThatThrownBy(
              () ->
                  SolrIndex.builder(collection)
                      .embedder(new HashEmbedder(32))
                      .build()
                      .put("s", documents(0, 1)))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("64 floats");
      builder().sentenceRules(Paper.sentenceRules()).build().delete(List.of("x"));
      index.put("s", documents(0, 2));
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 2)));
    }

    @Test
    @Timeout(20)
    void doesNotRepeatWhatThePasswordForbids() {
      index.put("s", documents(0, 2));
      boolean[] isCommitted = new boolean[1];
      client.before(
          description -> {
            isCommitted[0] |= description.equals("commit");
            if (description.equals("/select") && isCommitted[0]) {
              throw new SolrException(SolrException.ErrorCode.UNAUTHORIZED, "no");
            }
          });
      assertThatThrownBy(() -> index.put("s", documents(0, 3)))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("credentials");
      assertThatThrownBy(() -> index.put("s", documents(0, 3)))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("credentials");
      client.before(description -> {});
      assertThat(index.put("s", documents(0, 3)).added()).isEqualTo(1);
    }

    @Test
    void aDurationMayBeForever() {
      Duration forever = ChronoUnit.FOREVER.getDuration();
      SolrIndex endless = builder().retention(forever).lockTimeout(forever).build();
      assertCounts(endless.put("s", documents(0, 2)), 2, 0, 0, 0);
      assertCounts(endless.put("s", documents(0, 3)), 1, 0, 2, 0);
      assertThat(stored().state().publications()).hasSize(2);
    }

    @Test
    void checksEmbedderSchemaAndSettings() {
      assertThatThrownBy(
              () ->
                  SolrIndex.builder(collection)
                      .embedder(new HashEmbedder(32))
                      .build()
                      .put("s", documents(0, 1)))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("64 floats");
      index.put("s", documents(0, 1));
      assertThatThrownBy(
              () ->
                  SolrIndex.builder(collection)
                      .embedder(new HashEmbedder(32))
                      .build()
                      .put("s", documents(0, 1)))
          .isInstanceOf(EmbedderMismatchException.class);
      assertThatThrownBy(
              () ->
                  SolrIndex.builder(collection)
                      .withoutEmbeddings()
                      .build()
                      .put("s", documents(0, 1)))
          .isInstanceOf(EmbedderMismatchException.class);
      assertThatThrownBy(
              () -> builder().headingsInEmbeddings(false).build().put("s", documents(0, 1)))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("headings");
      assertCounts(builder().chunkTokens(64).build().put("s", documents(0, 1)), 0, 1, 0, 0);
    }
  }

  @Nested
  @Tag("solr")
  class Interrupts {
    @Test
    void continuesAfterAnInterruption() {
      List<Document> many = documents(0, 40);
      SolrIndex small = builder().maxBatchSentences(30).build();
      int[] markers = new int[1];
      client.before(
          description -> {
            if (description.equals("add m") && ++markers[0] == 3) {
              throw new AssertionError("interrupted");
            }
          });
      assertThatThrownBy(() -> small.put("s", many)).hasMessage("interrupted");
      client.before(description -> {});
      stored().assertEqual(EMBEDDER, Map.of("s", many.subList(0, 20)));
      SyncReport rest = small.put("s", many);
      assertCounts(rest, 20, 0, 20, 0);
      stored().assertEqual(EMBEDDER, Map.of("s", many));
      assertThat(stored().count("kind:d")).as("with an unpublished batch").isEqualTo(50);
      index.purge();
      assertThat(stored().count("kind:d")).isEqualTo(40);
      stored().assertEqual(EMBEDDER, Map.of("s", many));
    }

    @Test
    void endsWhenItsThreadIsInterrupted() {
      SolrIndex small = builder().maxBatchSentences(30).build();
      assertThatThrownBy(
              () ->
                  small.sync(
                      List.of(Source.documents("s", documents(0, 40))),
                      progress -> {
                        if (progress.documents() == 15) {
                          Thread.currentThread().interrupt();
                        }
                      }))
          .isInstanceOf(WriteCancelledException.class);
      assertThat(Thread.interrupted()).isTrue();
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 10)));
      index.put("s", documents(0, 40));
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 40)));
    }
  }

  @Nested
  @Tag("solr")
  class Writers {
    @Test
    @Timeout(30)
    void aThreadDoesNotWaitLongerThanTheLockTimeout() throws Exception {
      SolrIndex impatient = builder().lockTimeout(Duration.ofMillis(200)).build();
      SolrIndex patient = builder().build();
      for (SolrIndex each : List.of(impatient, patient)) {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread other =
            new Thread(
                () ->
                    each.sync(
                        List.of(Source.documents("s", documents(0, 1))),
                        progress -> {
                          started.countDown();
                          await(end);
                        }));
        other.start();
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        if (each == impatient) {
          assertThatThrownBy(() -> each.put("t", documents(5, 6)))
              .isInstanceOf(IndexLockedException.class)
              .hasMessageContaining("another thread");
        } else {
          Thread.currentThread().interrupt();
          assertThatThrownBy(() -> each.put("t", documents(5, 6)))
              .isInstanceOf(WriteCancelledException.class);
          assertThat(Thread.interrupted()).isTrue();
        }
        end.countDown();
        other.join();
      }
      assertThat(stored().sources()).containsOnlyKeys("d000");
    }

    private static void await(CountDownLatch latch) {
      try {
        var unused = latch.await(5, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    /** As without ZooKeeper: searches are answered, and updates are refused. */
    @Test
    @Timeout(20)
    void endsIfTheClusterRefusesTheLock() {
      index.put("s", documents(0, 2));
      client.takeRequests();
      client.before(
          description -> {
            if (description.equals("add state")) {
              throw new SolrException(SolrException.ErrorCode.SERVICE_UNAVAILABLE, "Cannot talk");
            }
          });
      SolrIndex impatient = builder().lockTimeout(Duration.ofSeconds(2)).build();
      assertThatThrownBy(() -> impatient.put("s", documents(0, 3)))
          .isInstanceOf(CorpusException.class)
          .isNotInstanceOf(IndexLockedException.class)
          .hasMessageContaining("cannot be replaced")
          .hasCauseInstanceOf(CorpusException.class)
          .satisfies(e -> assertThat(((CorpusException) e).isRetriable()).isTrue());
      assertThat(client.takeRequests()).as("it waits between attempts").hasSizeLessThan(40);
      client.before(description -> {});
      assertThat(index.put("s", documents(0, 3)).added()).isEqualTo(1);
    }

    @Test
    void anotherWriterTakesOver() {
      SolrIndex silent = builder().lease(Duration.ofHours(1), Duration.ofHours(1)).build();
      SolrIndex successor = builder().lease(Duration.ofMillis(50), Duration.ofMillis(400)).build();
      boolean[] done = new boolean[1];
      client.before(
          description -> {
            if (description.equals("add m") && !done[0]) {
              done[0] = true;
              successor.put("t", documents(50, 52));
            }
          });
      assertThatThrownBy(() -> silent.put("s", documents(0, 5)))
          .isInstanceOf(IndexLockedException.class)
          .hasMessageContaining("taken over");
      stored().assertEqual(EMBEDDER, Map.of("t", documents(50, 52)));
      index.put("s", documents(0, 5));
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 5), "t", documents(50, 52)));
    }

    @Test
    void aSlowWriterKeepsItsLease() {
      SolrIndex slow = builder().lease(Duration.ofMillis(50), Duration.ofMillis(400)).build();
      SolrIndex waiting =
          builder()
              .lease(Duration.ofMillis(50), Duration.ofMillis(400))
              .lockTimeout(Duration.ofMillis(1500))
              .build();
      slow.sync(
          List.of(Source.documents("s", documents(0, 1))),
          progress ->
              assertThatThrownBy(() -> waiting.put("t", documents(50, 52)))
                  .isInstanceOf(IndexLockedException.class));
      stored().assertEqual(EMBEDDER, Map.of("s", documents(0, 1)));
    }
  }
}
