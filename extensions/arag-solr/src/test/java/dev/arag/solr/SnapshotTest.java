package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.State;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.solr.common.SolrInputDocument;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which state a corpus sees, and which states it rejects. */
@Tag("solr")
class SnapshotTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  @BeforeEach
  void clear() throws Exception {
    COLLECTION.client().deleteByQuery(COLLECTION.name(), "*:*");
    COLLECTION.client().commit(COLLECTION.name());
  }

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  private static void publish(String... ids) {
    publish(EMBEDDER, ids);
  }

  private static void publish(@Nullable Embedder embedder, String... ids) {
    List<Document> documents =
        Stream.of(ids)
            .map(id -> Document.builder(id, "Tarn of " + id + ".").oneChunk(ChunkId.of(id)).build())
            .toList();
    TestWriter.publish(COLLECTION, embedder, Map.of("s", documents));
  }

  private static void deleteMarkers(long generation) throws Exception {
    COLLECTION.client().deleteByQuery(COLLECTION.name(), "+kind:m +gen:" + generation);
    COLLECTION.client().commit(COLLECTION.name());
  }

  private static List<String> ids(List<SemanticHit> hits) {
    return hits.stream().map(hit -> hit.chunkId().value()).sorted().toList();
  }

  @Test
  void aSnapshotDoesNotChangeUntilItsStateIsPurged() throws Exception {
    publish("a", "b");
    SolrCorpus corpus = SolrCorpus.open(COLLECTION, EMBEDDER);
    SolrCorpus snapshot = corpus.snapshot();
    publish("c");
    assertThat(ids(corpus.semanticSearch("tarn", 9))).containsExactly("c");
    assertThat(ids(corpus.snapshot().semanticSearch("tarn", 9))).containsExactly("c");
    assertThat(ids(snapshot.semanticSearch("tarn", 9))).containsExactly("a", "b");
    assertThat(snapshot.snapshot().read(ChunkId.of("a"))).isPresent();
    assertThat(snapshot.read(ChunkId.of("c"))).isEmpty();
    assertThat(snapshot.documents(Slice.first(9))).hasSize(2);
    assertThat(snapshot.document("b")).isPresent();

    deleteMarkers(1);
    List<ThrowingCallable> calls =
        List.of(
            () -> snapshot.semanticSearch("tarn", 9),
            () -> snapshot.read(ChunkId.of("a")),
            () -> snapshot.documents(Slice.first(9)),
            () -> snapshot.document("a"),
            () -> snapshot.chunksOf("a"));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(SnapshotExpiredException.class)
          .hasMessageContaining("expired")
          .hasMessageContaining(COLLECTION.name())
          .hasMessageContaining("new snapshot");
    }
    assertThat(ids(corpus.semanticSearch("tarn", 9))).containsExactly("c");
  }

  /** The generations of the new collection have the same numbers. */
  @Test
  void aSnapshotExpiresIfTheCollectionIsCreatedAgain() throws Exception {
    publish("a");
    SolrCorpus corpus = SolrCorpus.open(COLLECTION, EMBEDDER);
    SolrCorpus snapshot = corpus.snapshot();
    clear();
    publish("b");
    assertThatThrownBy(() -> snapshot.read(ChunkId.of("b")))
        .isInstanceOf(SnapshotExpiredException.class);
    assertThatThrownBy(() -> snapshot.semanticSearch("tarn", 9))
        .isInstanceOf(SnapshotExpiredException.class);
    assertThat(ids(corpus.semanticSearch("tarn", 9))).containsExactly("b");
  }

  /** A replica that is behind has the markers of an earlier publish a little later. */
  @Test
  void aLateMarkerOfAnEarlierPublishDoesNotExpireASnapshot() throws Exception {
    publish("a");
    CollectionClient client = new CollectionClient(COLLECTION.client(), COLLECTION.name());
    State first = client.state().state();
    SolrCorpus snapshot = SolrCorpus.open(COLLECTION, EMBEDDER).snapshot();
    store(first.claim().publish(2, first.markers()).toJson());
    deleteMarkers(1);
    Thread writer =
        new Thread(
            () -> {
              client.add(
                  client.shards().routeKeys().stream()
                      .map(key -> DocumentFields.marker(key, 1, first.id()))
                      .toList());
              client.commit();
            });
    writer.start();
    assertThat(snapshot.read(ChunkId.of("a"))).isPresent();
    writer.join();
  }

  @Test
  void aMissingMarkerIsARetriableException() throws Exception {
    publish("a");
    SolrCorpus corpus = SolrCorpus.open(COLLECTION, EMBEDDER);
    deleteMarkers(1);
    requireIncomplete(corpus);
  }

  @Test
  void aMissingMarkerOfTheCurrentStateDoesNotExpireASnapshot() throws Exception {
    publish("a");
    SolrCorpus snapshot = SolrCorpus.open(COLLECTION, EMBEDDER).snapshot();
    deleteMarkers(1);
    requireIncomplete(snapshot);
  }

  private static void requireIncomplete(SolrCorpus corpus) {
    assertThatThrownBy(() -> corpus.read(ChunkId.of("a")))
        .isInstanceOf(CorpusException.class)
        .isNotInstanceOf(SnapshotExpiredException.class)
        .hasMessageContaining("0 of 2")
        .satisfies(e -> assertThat(((AragException) e).isRetriable()).isTrue());
  }

  /** A replica that is behind has the markers a little later. */
  @Test
  void waitsForALateMarker() throws Exception {
    publish("a");
    SolrCorpus corpus = SolrCorpus.open(COLLECTION, EMBEDDER);
    CollectionClient client = new CollectionClient(COLLECTION.client(), COLLECTION.name());
    String id = client.state().state().id();
    List<SolrInputDocument> markers =
        client.shards().routeKeys().stream().map(key -> DocumentFields.marker(key, 1, id)).toList();
    deleteMarkers(1);
    Thread writer =
        new Thread(
            () -> {
              client.add(markers);
              client.commit();
            });
    writer.start();
    assertThat(corpus.read(ChunkId.of("a"))).isPresent();
    writer.join();
  }

  @Test
  void rejectsACollectionWithoutAPublishedState() {
    assertThatThrownBy(() -> SolrCorpus.open(COLLECTION, EMBEDDER))
        .isInstanceOf(IndexNotFoundException.class)
        .hasMessageContaining(COLLECTION.name())
        .hasMessageContaining("Sync documents");
    store(State.empty("c1", null, 0, settings()).claim().toJson());
    assertThatThrownBy(() -> SolrCorpus.open(COLLECTION))
        .isInstanceOf(IndexNotFoundException.class);
  }

  private static IndexSettings settings() {
    return IndexSettings.DEFAULT;
  }

  private static void store(String state) {
    SolrInputDocument document = new SolrInputDocument();
    document.setField(Fields.ID, Fields.STATE_ID);
    document.setField(Fields.KIND, Fields.STATE_KIND);
    document.setField(Fields.GENERATION, 0);
    document.setField(Fields.PAYLOAD, state.getBytes(StandardCharsets.UTF_8));
    new CollectionClient(COLLECTION.client(), COLLECTION.name()).add(List.of(document));
  }

  /** A newer version may have other properties too. */
  @Test
  void rejectsOtherFormatsAndRules() {
    publish("a");
    SolrCorpus corpus = SolrCorpus.open(COLLECTION, EMBEDDER);
    requireRejected(
        corpus,
        json -> json.replace("\"format\":2", "\"format\":3,\"future\":[]"),
        IndexVersionException.class,
        "the format 3; this version reads the format 2. Use the version");
    requireRejected(
        corpus,
        json -> json.replace("\"format\":2", "\"format\":1"),
        IndexVersionException.class,
        "new collection");
    requireRejected(
        corpus,
        json -> json.replaceFirst("\"rules\":\"[^\"]*\"", "\"rules\":\"other-rules\""),
        CorpusException.class,
        "other-rules");
  }

  private static void requireRejected(
      SolrCorpus corpus,
      UnaryOperator<String> change,
      Class<? extends CorpusException> type,
      String message) {
    CollectionClient client = new CollectionClient(COLLECTION.client(), COLLECTION.name());
    String valid = client.state().state().toJson();
    store(change.apply(valid));
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> corpus.read(ChunkId.of("a")), () -> SolrCorpus.open(COLLECTION))) {
      assertThatThrownBy(call).isInstanceOf(type).hasMessageContaining(message);
    }
    store(valid);
    assertThat(corpus.read(ChunkId.of("a"))).isPresent();
  }

  @Test
  void rejectsAnotherEmbedder() {
    publish("a");
    HashEmbedder other = new HashEmbedder(32);
    assertThatThrownBy(() -> SolrCorpus.open(COLLECTION, other))
        .isInstanceOf(EmbedderMismatchException.class)
        .hasMessageContaining(EMBEDDER.fingerprint())
        .hasMessageContaining(other.fingerprint());
    SolrCorpus without = SolrCorpus.open(COLLECTION);
    assertThat(without.read(ChunkId.of("a"))).isPresent();
    assertThat(without.weakBelow()).isEmpty();
    assertThatThrownBy(() -> without.semanticSearch("tarn", 1))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("without an embedder")
        .hasMessageContaining(EMBEDDER.fingerprint());
  }

  @Test
  void rejectsASemanticSearchWithoutVectors() {
    publish((Embedder) null, "a");
    SolrCorpus corpus = SolrCorpus.open(COLLECTION, EMBEDDER);
    assertThatThrownBy(() -> corpus.semanticSearch("tarn", 1))
        .isInstanceOf(NotIndexedException.class);
    assertThat(corpus.read(ChunkId.of("a"))).isPresent();
  }
}
