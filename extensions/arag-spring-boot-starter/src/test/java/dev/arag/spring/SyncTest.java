package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.Entity;
import dev.arag.index.Index;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.SentenceRules;
import dev.arag.paper.Paper;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The sources and the times of their sync. */
class SyncTest {
  @TempDir Path folder;
  private Path docs;

  @BeforeEach
  void writeDocuments() {
    docs = folder.resolve("docs");
    Starter.write(docs, "invoices.md", "# Invoices\n\nThe head of finance approves invoices.\n");
    Starter.write(docs, "travel.md", "# Travel\n\nTrips are booked by the office.\n");
  }

  private ApplicationContextRunner starter() {
    return Starter.with(folder.resolve("index")).withPropertyValues("arag.sources[0].path=" + docs);
  }

  @Test
  void syncsOnStartup() {
    starter()
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 2);
              assertThat(index.documentIds()).containsExactly("docs/invoices.md", "docs/travel.md");
            });
  }

  @Test
  void saysThatANewIndexIsEmpty() {
    String empty = "The index is empty. Questions find nothing until the sync commits documents.";
    Runnable run = () -> starter().run(context -> awaitDocuments(context));
    assertThat(logged(Level.INFO, run)).first().isEqualTo(empty);
    assertThat(logged(Level.INFO, run)).doesNotContain(empty);
  }

  private static void awaitDocuments(AssertableApplicationContext context) {
    Starter.await(() -> context.getBean(BackgroundSync.class).last() != null);
    assertThat(context.getBean(Index.class).documentIds()).hasSize(2);
  }

  @Test
  void keepsTheEntityGraphOfAnIndex() {
    try (Index index =
        Index.builder(folder.resolve("index"))
            .embedder(new HashEmbedder())
            .mentions(Graphs.phrases())
            .openOrCreate()) {
      index.put("notes", List.of(Document.of("note", "Trips to Warsaw are rare.")));
    }
    starter()
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 3);
              assertThat(Graphs.of(index).find("Invoices in Warsaw", 5))
                  .extracting(Entity::name)
                  .containsExactlyInAnyOrder("Invoices", "Warsaw");
            });
  }

  @Test
  void keepsTheSentenceRulesOfAnIndex() {
    try (Index index =
        Index.builder(folder.resolve("index"))
            .embedder(new HashEmbedder())
            .sentenceRules(Paper.sentenceRules())
            .openOrCreate()) {
      index.put("notes", List.of(Document.of("note", "Trips to Warsaw are rare.")));
    }
    starter()
        .withBean(SentenceRules.class, Paper::sentenceRules)
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 3);
              assertThat(index.sentenceRules()).isEqualTo("paper");
            });
  }

  @Test
  void syncOnStartupCanBeDisabled() {
    starter()
        .withPropertyValues("arag.sync.on-startup=false", "arag.sync.every=1h")
        .run(
            context -> {
              Thread.sleep(300);
              assertThat(context.getBean(Index.class).documentIds()).isEmpty();
            });
  }

  /** The parser blocks until the context has started, which it would not if it waited. */
  @Test
  void startDoesNotWaitForTheFirstSync() {
    CountDownLatch started = new CountDownLatch(1);
    Starter.write(docs, "slow.own", "The text of a slow file.");
    starter()
        .withBean(Parser.class, () -> new OwnParser(started))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Health health = Health.of(context);
              assertThat(health.status()).isEqualTo("UP");
              assertThat(health.details()).containsEntry("documents", 0L);
              started.countDown();
              Starter.await(() -> context.getBean(Index.class).documentIds().size() == 3);
            });
  }

  /** A parser for the extension {@code .own}, which waits. */
  private record OwnParser(CountDownLatch latch) implements Parser {
    @Override
    public Set<String> extensions() {
      return Set.of("own");
    }

    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      try {
        assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new ParsedFile(Document.builder(id, text));
    }
  }

  @Test
  void sourcesHaveNamesMetadataAndPrune() {
    Starter.write(docs, "invoices.md.meta.json", "{\"owner\": \"Ines\"}");
    starter()
        .withPropertyValues(
            "arag.sources[0].name=handbook",
            "arag.sources[0].prune=true",
            "arag.sources[0].metadata.tenant=acme",
            "arag.sources[0].metadata.[Cost Center]=7",
            "arag.sources[0].trust-sidecars=true",
            "arag.sync.every=50ms")
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 2);
              assertThat(index.documentIds()).contains("handbook/invoices.md");
              assertThat(index.document("handbook/invoices.md").orElseThrow().metadata())
                  .containsEntry("tenant", "acme")
                  .containsEntry("owner", "Ines")
                  .containsEntry("Cost Center", "7");
              assertThat(
                      index
                          .within(Scope.equal("tenant", "other"))
                          .keywordSearch(List.of("finance"), 5))
                  .isEmpty();
              Files.delete(docs.resolve("travel.md"));
              Starter.write(docs, "stock.md", "The clerk counts the stock.");
              Starter.await(() -> index.documentIds().contains("handbook/stock.md"));
              assertThat(index.documentIds())
                  .containsExactly("handbook/invoices.md", "handbook/stock.md");
            });
  }

  /** The log of two runs of the application; each syncs several times. */
  @Test
  void logsWhatIsSkippedOnce() {
    Starter.write(docs, "image.own", "No parser reads it.");
    List<String> log = warnings(() -> repeated().run(SyncTest::awaitTwoSyncs));
    assertThat(log).singleElement().asString().startsWith("Skipped docs/image.own: ");
    Starter.write(docs, "other.own", "No parser reads it.");
    log = warnings(() -> repeated().run(SyncTest::awaitTwoSyncs));
    assertThat(log).singleElement().asString().startsWith("Skipped docs/other.own: ");
    log =
        warnings(
            () ->
                repeated()
                    .run(
                        context -> {
                          awaitTwoSyncs(context);
                          Starter.write(docs, "chunks.json", "[\"1:one\", \"bad\"]");
                          Index index = context.getBean(Index.class);
                          Starter.await(() -> index.documentIds().size() == 3);
                          awaitTwoSyncs(context);
                        }));
    assertThat(log)
        .containsExactly(
            "The sync has a warning: docs/chunks.json: element 1 was skipped: it has no ':' between"
                + " an id and a text");
  }

  private ApplicationContextRunner repeated() {
    return starter().withPropertyValues("arag.sync.every=20ms");
  }

  private static void awaitTwoSyncs(AssertableApplicationContext context) {
    BackgroundSync sync = context.getBean(BackgroundSync.class);
    for (int i = 0; i < 2; i++) {
      BackgroundSync.LastSync before = sync.last();
      Starter.await(() -> sync.last() != before);
    }
  }

  private static List<String> warnings(Runnable work) {
    return logged(Level.WARN, work);
  }

  private static List<String> logged(Level level, Runnable work) {
    Logger logger = (Logger) LoggerFactory.getLogger("dev.arag.spring.Sync");
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    logger.addAppender(appender);
    logger.setLevel(level);
    try {
      work.run();
    } finally {
      logger.setLevel(null);
      logger.detachAppender(appender);
    }
    return appender.list.stream()
        .filter(event -> event.getLevel() == level)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void aMissingSourceDoesNotStopTheOthers() {
    Path missing = folder.resolve("missing");
    starter()
        .withPropertyValues("arag.sources[1].path=" + missing)
        .run(
            context -> {
              BackgroundSync sync = context.getBean(BackgroundSync.class);
              Starter.await(() -> sync.last() != null);
              assertThat(sync.last().error()).contains("There is no file or folder " + missing);
              assertThat(sync.last().report().added()).isEqualTo(2);
              assertThat(Health.of(context).status()).isEqualTo("UP");
            });
  }

  @Test
  void anEmptiedSourceIsKeptAndTheHealthIsDown() {
    starter()
        .withPropertyValues("arag.sources[0].prune=true", "arag.sync.every=50ms")
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 2);
              Files.delete(docs.resolve("travel.md"));
              Files.delete(docs.resolve("invoices.md"));
              Starter.await(() -> Health.of(context).status().equals("DOWN"));
              assertThat(index.documentIds()).hasSize(2);
              assertThat(Health.of(context).details().get("lastSyncError").toString())
                  .contains("2 of the 2 documents of the source docs");
              Starter.write(docs, "travel.md", "# Travel");
              Starter.await(() -> !Health.of(context).details().containsKey("lastSyncError"));
            });
  }

  @Test
  void withoutPruneDocumentsStay() {
    starter()
        .withPropertyValues("arag.sync.every=50ms")
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 2);
              Files.delete(docs.resolve("travel.md"));
              Starter.write(docs, "stock.md", "The clerk counts the stock.");
              Starter.await(() -> index.documentIds().size() == 3);
            });
  }

  @Test
  void aFailedFirstSyncIsShownAndRepeated() {
    Path later = folder.resolve("later");
    starter()
        .withPropertyValues(
            "arag.sources[0].path=" + later, "arag.sources[0].prune=true", "arag.sync.every=50ms")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              BackgroundSync sync = context.getBean(BackgroundSync.class);
              Starter.await(() -> sync.last() != null);
              Health failed = Health.of(context);
              assertThat(failed.status()).isEqualTo("DOWN");
              assertThat(failed.details().get("lastSyncError").toString())
                  .contains("There is no file or folder " + later);
              Starter.write(later, "a.txt", "Some text.");
              Starter.await(() -> !Health.of(context).details().containsKey("lastSyncError"));
              assertThat(Health.of(context).details())
                  .containsEntry("documents", 1L)
                  .doesNotContainKey("lastSyncError");
            });
  }

  /** The index still answers from its last commit. */
  @Test
  void aLaterFailureKeepsTheIndexUp() {
    starter()
        .withPropertyValues("arag.sync.every=50ms")
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 2);
              Files.move(docs, folder.resolve("moved"));
              Starter.await(() -> Health.of(context).details().containsKey("lastSyncError"));
              assertThat(Health.of(context).status()).isEqualTo("UP");
              assertThat(index.keywordSearch(List.of("finance"), 5)).isNotEmpty();
            });
  }

  @Test
  void anotherWriterIsShown() throws InterruptedException {
    Path directory = folder.resolve("index");
    CountDownLatch isWriting = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (Index other = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
      Thread writer =
          new Thread(
              () ->
                  other.put(
                      "rows",
                      () -> {
                        isWriting.countDown();
                        awaitUninterrupted(end);
                        return List.of(Document.of("a", "b")).iterator();
                      }));
      writer.start();
      awaitUninterrupted(isWriting);
      starter()
          .withBean(
              "own",
              Index.class,
              () ->
                  Index.builder(directory)
                      .withoutEmbeddings()
                      .lockTimeout(Duration.ofMillis(100))
                      .openOrCreate())
          .run(
              context -> {
                BackgroundSync sync = context.getBean(BackgroundSync.class);
                Starter.await(() -> sync.last() != null);
                assertThat(sync.last().error()).contains("is locked by another writer");
              });
      end.countDown();
      writer.join();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
