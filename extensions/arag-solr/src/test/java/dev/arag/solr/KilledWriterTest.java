package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Source;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process that writes ends at any update, as if it were killed. What had been published before
 * remains visible, and the next sync completes the work. System properties: {@code
 * arag.solr.kill.seed} and {@code arag.solr.kill.count}.
 */
@Tag("solr")
class KilledWriterTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  static LongStream seeds() {
    long first = Long.getLong("arag.solr.kill.seed", 1);
    return LongStream.range(first, first + Integer.getInteger("arag.solr.kill.count", 50));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aKilledProcessLosesNothing(long seed) throws Exception {
    runOne(seed);
  }

  private static void runOne(long seed) throws Exception {
    COLLECTION.client().deleteByQuery(COLLECTION.name(), "*:*");
    COLLECTION.client().commit(COLLECTION.name());
    Random random = new Random(seed);
    SolrIndex index = index();
    index.put("s", WriterMain.documents(seed, 0));
    index.put("t", List.of(Document.of("other", "Tarn.")));
    boolean isPurge = seed % 4 == 3;
    if (isPurge) {
      index.sync(Source.documents("s", WriterMain.documents(seed, 1)).prune());
    }
    Map<String, Document> before = byId(WriterMain.documents(seed, isPurge ? 1 : 0));
    Map<String, Document> after = byId(WriterMain.documents(seed, 1));
    int kill = 1 + random.nextInt(isPurge ? 16 : 24);
    String[] command =
        isPurge ? new String[] {"purge"} : new String[] {"sync", String.valueOf(seed), "1"};
    String output = run(random.nextBoolean() ? kill : -kill, command);
    assertBetween(before, after, seed + " " + output);
    if (random.nextBoolean()) {
      run(1 + random.nextInt(12), "purge");
      assertBetween(before, after, seed + " after a purge");
    }
    String rest = run(0, "sync", String.valueOf(seed), "1");
    assertThat(rest).as(output).contains("SYNCED");
    assertStored(seed);
    assertThat(run(0, "purge")).contains("PURGED");
    assertStored(seed);
    StoredContents contents = StoredContents.of(COLLECTION);
    assertThat(contents.count("kind:t")).isZero();
    assertThat(contents.count("kind:d")).isEqualTo(after.size() + 1);
    assertThat(contents.count("kind:m")).isEqualTo(2);
  }

  private static SolrIndex index() {
    return SolrIndex.builder(COLLECTION)
        .embedder(EMBEDDER)
        .lease(Duration.ofMillis(100), Duration.ofMillis(600))
        .build();
  }

  private static Map<String, Document> byId(List<Document> documents) {
    Map<String, Document> byId = new HashMap<>();
    documents.forEach(each -> byId.put(each.id(), each));
    return byId;
  }

  private static String run(int kill, String... command) throws IOException, InterruptedException {
    Process process = WriterMain.start(COLLECTION, SharedSolr.cluster().url(0), kill, command);
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isIn(0, WriterMain.KILLED);
    return output;
  }

  /** Each visible document has the old or the new version, and none is missing that both have. */
  private static void assertBetween(
      Map<String, Document> before, Map<String, Document> after, String description) {
    StoredContents contents = StoredContents.of(COLLECTION);
    Map<String, String> visible = contents.texts();
    assertThat(visible.remove("other")).as(description).isEqualTo("Tarn.");
    visible.forEach(
        (id, text) ->
            assertThat(List.of(text(before, id), text(after, id)))
                .as(description + " " + id)
                .contains(text));
    before.keySet().stream()
        .filter(after::containsKey)
        .forEach(id -> assertThat(visible).as(description).containsKey(id));
  }

  private static String text(Map<String, Document> documents, String id) {
    return documents.containsKey(id) ? documents.get(id).text() : "none";
  }

  private static void assertStored(long seed) {
    StoredContents.of(COLLECTION)
        .assertEqual(
            EMBEDDER,
            Map.of(
                "s", WriterMain.documents(seed, 1), "t", List.of(Document.of("other", "Tarn."))));
  }
}
