package dev.arag.solr;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.SyncReport;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.util.NamedList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("solr")
class SolrWorkersTest {
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

  private static SolrIndex.Builder builder() {
    return SolrIndex.builder(COLLECTION).embedder(EMBEDDER);
  }

  private static SyncReport sync(String job, int number, List<Document> documents) {
    return builder().worker(job, number, 3).build().sync(Source.documents("s", documents).prune(1));
  }

  @Test
  void theLastOfThreeProcessesPublishes() throws Exception {
    List<Document> documents = WriterMain.many(60);
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          WriterMain.start(
              COLLECTION, SharedSolr.cluster().url(0), null, "worker", "r1", "" + i, "3", "60"));
    }
    List<String> outputs = new ArrayList<>();
    for (Process process : processes) {
      outputs.add(new String(process.getInputStream().readAllBytes()));
    }
    assertThat(outputs).allMatch(each -> each.contains("SYNCED"));
    assertThat(outputs.stream().filter(each -> each.contains("the job r1 is published")))
        .as(outputs.toString())
        .isNotEmpty();
    StoredContents.of(COLLECTION).assertEqual(EMBEDDER, Map.of("s", documents));
    assertThat(StoredContents.of(COLLECTION).state().publications()).hasSize(1);
  }

  @Test
  void nothingIsVisibleBeforeTheLastWorkerHasFinished() {
    builder().build().put("s", WriterMain.many(10));
    List<Document> next = new ArrayList<>(WriterMain.many(30).subList(5, 30));
    next.set(0, Document.of("m5", "Changed."));
    assertThat(sync("r1", 0, next).warnings())
        .containsExactly(
            "1 of 3 workers of the job r1 have finished; the last one publishes the documents");
    SyncReport again = sync("r1", 0, next);
    assertThat(again.added() + again.updated()).as("it has finished").isZero();
    sync("r1", 1, next);
    StoredContents.of(COLLECTION).assertEqual(EMBEDDER, Map.of("s", WriterMain.many(10)));
    SyncReport last = sync("r1", 2, next);
    assertThat(last.documents()).isEqualTo(25);
    StoredContents.of(COLLECTION).assertEqual(EMBEDDER, Map.of("s", next));
    assertThat(sync("r1", 1, next).warnings()).containsExactly("the job r1 was already published");
    assertThat(builder().build().sync(Source.documents("s", next).prune(1)).unchanged())
        .isEqualTo(25);
    builder().build().purge();
    StoredContents.of(COLLECTION).assertEqual(EMBEDDER, Map.of("s", next));
  }

  @Test
  void aPublishByAnotherWriterEndsTheJob() {
    sync("r1", 0, WriterMain.many(10));
    builder().build().put("t", List.of(Document.of("x", "Tarn.")));
    assertThatThrownBy(() -> sync("r1", 1, WriterMain.many(10)))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("since the job r1 began");
    assertThatThrownBy(
            () ->
                builder()
                    .worker("r2", 0, 2)
                    .build()
                    .sync(
                        List.of(Source.documents("s", WriterMain.many(10))),
                        progress -> {
                          if (progress.documents() == 1) {
                            builder().build().put("t", List.of(Document.of("y", "Tarn.")));
                          }
                        }))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("since the job r2 began");
    assertThat(StoredContents.of(COLLECTION).sources()).containsOnlyKeys("x", "y");
    builder().build().purge();
    assertThat(StoredContents.of(COLLECTION).count("kind:d")).isEqualTo(2);
  }

  @Test
  void aChunkIdOfTwoWorkersIsStoredOnce() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      documents.add(Document.builder("i" + i, "Tarn " + i + ".").chunk(0, ChunkId.of("c")).build());
    }
    sync("r1", 0, documents);
    sync("r1", 1, documents);
    SyncReport last = sync("r1", 2, documents);
    assertThat(last.documents()).isEqualTo(1);
    assertThat(last.skipped())
        .extracting(Skip::reason)
        .contains(
            "its chunk ids are already used by a chunk of another document of this job; sync it"
                + " again");
    assertThat(StoredContents.of(COLLECTION).sources()).hasSize(1);
  }

  /** It would otherwise embed all of its documents in vain. */
  @Test
  void aWorkerEndsSoonAfterItsJob() {
    WatchedClient watched = new WatchedClient(COLLECTION.client());
    SolrIndex worker =
        SolrIndex.builder(SolrCollection.of(watched, COLLECTION.name()))
            .embedder(EMBEDDER)
            .maxBatchSentences(10)
            .worker("r1", 0, 1)
            .build();
    boolean[] hasChanged = new boolean[1];
    assertThatThrownBy(
            () ->
                worker.sync(
                    List.of(Source.documents("s", WriterMain.many(60))),
                    progress -> {
                      if (progress.documents() == 6 && !hasChanged[0]) {
                        hasChanged[0] = true;
                        builder().build().put("t", List.of(Document.of("x", "Tarn.")));
                        watched.takeRequests();
                      }
                    }))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("since the job r1 began");
    assertThat(watched.takeRequests()).doesNotContain("add c d s");
  }

  @Test
  void aReplicaThatIsBehindDoesNotEndTheJob() {
    builder().build().put("t", List.of(Document.of("x", "Tarn.")));
    BehindClient behind = new BehindClient(COLLECTION.client());
    SolrIndex worker =
        SolrIndex.builder(SolrCollection.of(behind, COLLECTION.name()))
            .embedder(EMBEDDER)
            .worker("r1", 0, 2)
            .build();
    SyncReport report = worker.sync(Source.documents("s", WriterMain.many(20)));
    assertThat(behind.answers()).as("states from before the job").isEqualTo(2);
    assertThat(report.warnings()).anyMatch(each -> each.startsWith("1 of 2 workers"));
  }

  /** After the first documents, two states are answered as they were at the beginning. */
  private static final class BehindClient extends SolrClient {
    private static final long serialVersionUID = 1L;

    private final transient SolrClient client;
    private transient @Nullable NamedList<Object> first;
    private int answers = -1;

    BehindClient(SolrClient client) {
      this.client = client;
    }

    int answers() {
      return answers;
    }

    @Override
    public NamedList<Object> request(SolrRequest<?> request, String collection)
        throws SolrServerException, IOException {
      if (request.getPath().equals("/get") && answers >= 0 && answers < 2) {
        answers++;
        return requireNonNull(first);
      }
      NamedList<Object> response = client.request(request, collection);
      if (first == null && request.getPath().equals("/get")) {
        first = response;
      }
      if (request instanceof UpdateRequest update
          && update.getDocuments().stream()
              .anyMatch(each -> "d".equals(each.get("kind").getValue()))
          && answers < 0) {
        answers = 0;
      }
      return response;
    }

    @Override
    public void close() {
      // The owner of the client closes it.
    }
  }

  @Test
  void aLateWorkerDoesNotEndTheNextJob() {
    List<Document> documents = WriterMain.many(20);
    sync("r1", 0, documents);
    sync("r2", 0, documents);
    assertThatThrownBy(() -> sync("r1", 1, documents))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("The job r1")
        .hasMessageContaining("has ended")
        .hasMessageContaining("new id");
    sync("r2", 1, documents);
    sync("r2", 2, documents);
    StoredContents.of(COLLECTION).assertEqual(EMBEDDER, Map.of("s", documents));
    sync("r3", 0, documents);
    assertThatThrownBy(() -> sync("r2", 2, documents)).hasMessageContaining("has ended");
    assertThatThrownBy(() -> sync("r1", 2, documents)).hasMessageContaining("has ended");
  }

  /** The generations of the new collection begin at 1 again, so they can be equal. */
  @Test
  void aWorkerOfADeletedCollectionEnds() {
    CollectionClient requests = new CollectionClient(COLLECTION.client(), COLLECTION.name());
    boolean[] isReplaced = new boolean[1];
    assertThatThrownBy(
            () ->
                builder()
                    .worker("r1", 0, 2)
                    .build()
                    .sync(
                        List.of(Source.documents("s", WriterMain.many(20))),
                        progress -> {
                          if (progress.documents() > 0 && !isReplaced[0]) {
                            isReplaced[0] = true;
                            CollectionClient.VersionedState stored = requests.state();
                            State state = stored.state();
                            State again =
                                State.empty(
                                    "other", state.embedder(), state.dimension(), state.settings());
                            requests.replaceState(
                                again.claim().withJob(state.job()), stored.version());
                          }
                        }))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("The job r1")
        .hasMessageContaining("the collection was created again");
  }

  @Test
  void theOptionsOfAnOpenJobAreKept() {
    sync("r1", 0, WriterMain.many(10));
    SolrIndex without = SolrIndex.builder(COLLECTION).withoutEmbeddings().build();
    assertThatThrownBy(() -> without.put("t", WriterMain.many(1)))
        .isInstanceOf(EmbedderMismatchException.class);
  }

  @Test
  void theOptionsOfAWriterThatHasTheLockAreKept() {
    SolrIndex worker = SolrIndex.builder(COLLECTION).withoutEmbeddings().worker("r1", 0, 1).build();
    builder()
        .build()
        .sync(
            List.of(Source.documents("s", WriterMain.many(1))),
            progress ->
                assertThatThrownBy(() -> worker.put("t", WriterMain.many(1)))
                    .isInstanceOf(EmbedderMismatchException.class));
    StoredContents.of(COLLECTION).assertEqual(EMBEDDER, Map.of("s", WriterMain.many(1)));
  }

  /** The tombstone is in an earlier batch than the document. */
  @Test
  void aDocumentMovesToAnotherSource() {
    Document moved = Document.of("x", "Tarn X.");
    Document kept = Document.of("z", "Tarn Z.");
    Document added = Document.of("y", "Tarn Y.");
    builder().build().put("a", List.of(moved, kept));
    SyncReport report =
        builder()
            .maxBatchSentences(1)
            .worker("r1", 0, 1)
            .build()
            .sync(
                List.of(
                    Source.documents("a", List.of(kept)).prune(1),
                    Source.documents("b", List.of(added, moved))),
                progress -> {});
    assertThat(report.skipped()).isEmpty();
    StoredContents.of(COLLECTION)
        .assertEqual(EMBEDDER, Map.of("a", List.of(kept), "b", List.of(added, moved)));
  }
}
