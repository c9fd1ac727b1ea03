package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.solr.Kill.Step;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process that writes ends at each step, as if it were killed. What had been published before
 * remains visible, and the next sync completes the work. System properties: {@code
 * arag.solr.kill.seed}, and {@code arag.solr.kill.count}, the number of kills of each step.
 */
@Tag("solr")
class KilledWriterTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  /** How many requests of a step there are at least. */
  private static final Map<Step, Integer> REQUESTS =
      Map.of(
          Step.BLOCK, 4,
          Step.TOMBSTONE, 1,
          Step.MARKER, 4,
          Step.COMMIT, 4,
          Step.COMPARE_AND_SET, 10,
          Step.PURGE, 8);

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  static LongStream seeds() {
    long first = Long.getLong("arag.solr.kill.seed", 1);
    return LongStream.range(first, first + Integer.getInteger("arag.solr.kill.count", 50));
  }

  static Stream<Arguments> steps() {
    return Stream.of(Step.values())
        .flatMap(step -> seeds().mapToObj(seed -> Arguments.of(step, seed)));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void aKilledProcessLosesNothing(Step step, long seed) throws Exception {
    COLLECTION.client().deleteByQuery(COLLECTION.name(), "*:*");
    COLLECTION.client().commit(COLLECTION.name());
    Random random = new Random(seed);
    SolrIndex index = index();
    index.put("s", WriterMain.documents(seed, 0));
    index.put("t", List.of(Document.of("other", "Tarn.")));
    boolean isPurge = step == Step.PURGE;
    if (isPurge) {
      index.sync(next(seed));
    }
    Map<String, Document> before = byId(WriterMain.documents(seed, isPurge ? 1 : 0));
    Map<String, Document> after = byId(WriterMain.documents(seed, 1));
    Kill kill = Kill.random(step, REQUESTS.get(step), random);
    String[] command = command(step, seed);
    assertThat(kill(kill, command)).isEqualTo(Kill.CODE);
    assertBetween(before, step == Step.TOMBSTONE ? Map.of() : after, kill.toString());
    if (random.nextBoolean()) {
      int code = kill(Kill.random(Step.PURGE, REQUESTS.get(Step.PURGE), random), "purge");
      assertThat(code).isIn(0, Kill.CODE);
      assertBetween(before, step == Step.TOMBSTONE ? Map.of() : after, kill + ", then a purge");
    }
    index.sync(next(seed));
    assertStored(seed);
    index.purge();
    assertStored(seed);
    StoredContents contents = StoredContents.of(COLLECTION);
    assertThat(contents.count("kind:t")).isZero();
    assertThat(contents.count("kind:d")).isEqualTo(after.size() + 1);
    assertThat(contents.count("kind:m")).isEqualTo(2);
  }

  private static String[] command(Step step, long seed) {
    return switch (step) {
      case PURGE -> new String[] {"purge"};
      case TOMBSTONE -> new String[] {"delete", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"};
      default -> new String[] {"sync", String.valueOf(seed), "1"};
    };
  }

  private static Source next(long seed) {
    return Source.documents("s", WriterMain.documents(seed, 1)).prune(1);
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

  private static int kill(Kill kill, String... command) throws Exception {
    Process process = WriterMain.start(COLLECTION, SharedSolr.cluster().url(0), kill, command);
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(output).doesNotContain("Exception");
    return process.waitFor();
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
