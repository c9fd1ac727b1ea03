package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.core.error.AragException;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Syncs a changing folder on a schedule while questions are being answered. Each run reads a single
 * snapshot of the index, so a sync never changes the documents during a run. A real server might
 * sync once a minute; this example uses a short period so that the change becomes visible quickly.
 */
public final class Example04KeepInSync {
  private static final String QUESTION = "Since when has Oda Fenwick been with the company?";
  private static final int PERIOD_MILLIS = 100;
  private static final int MAX_WAITS = 300;

  private Example04KeepInSync() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path docs = Handbook.write();
    Source source = Source.path(docs).prune();
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 0))) {
      index.sync(source);
      ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
      ScheduledFuture<?> syncs =
          scheduler.scheduleWithFixedDelay(
              () -> sync(index, source), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
      try {
        serve(index, docs);
      } finally {
        syncs.cancel(false);
        scheduler.shutdown();
        scheduler.awaitTermination(1, TimeUnit.MINUTES);
      }
    }
  }

  private static void serve(Index index, Path docs) throws IOException, InterruptedException {
    // One agent can be shared by all requests.
    Agent agent = Agent.builder(index, new ExtractiveChatModel()).build();
    System.out.println("before: " + agent.ask(QUESTION).text());
    Path people = docs.resolve("people.md");
    // A sync that reads a file while it is being written would index a part of it.
    Path written = Files.createTempFile(docs.toAbsolutePath().getParent(), "people", ".md");
    Files.writeString(written, Files.readString(people).replace("2011", "2009"));
    Files.move(written, people, StandardCopyOption.ATOMIC_MOVE);
    awaitWord(index, "2009");
    System.out.println("after:  " + agent.ask(QUESTION).text());
  }

  /** Catches exceptions, because the executor stops a scheduled task that throws an exception. */
  private static void sync(Index index, Source source) {
    try {
      SyncReport report = index.sync(source);
      report.skipped().forEach(skip -> System.out.println(skip.source() + ": " + skip.reason()));
      if (report.updated() > 0) {
        System.out.println("synced: " + report.updated() + " updated");
      }
    } catch (AragException e) {
      // The disk may be full, or another process may be writing. The last commit stays searchable.
      System.out.println("sync failed, will be retried: " + e.getMessage());
    }
  }

  private static void awaitWord(Index index, String word) throws InterruptedException {
    for (int i = 0; i < MAX_WAITS && index.keywordSearch(List.of(word), 1).hits().isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
    }
  }
}
