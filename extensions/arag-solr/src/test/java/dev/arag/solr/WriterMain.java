package dev.arag.solr;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A process that writes a collection, and can end like a killed one. Arguments: the URL, the
 * collection, a {@link Kill} or {@code never}, and the command: {@code sync SEED VERSION}, {@code
 * delete ID...}, {@code purge}, {@code editions SEED FIRST LAST} or {@code worker JOB NUMBER
 * WORKERS DOCUMENTS}.
 */
final class WriterMain {
  private static final String NEVER = "never";

  private WriterMain() {}

  public static void main(String[] args) {
    int exit = 1;
    try (SolrCollection collection = SolrCollection.builder(args[1]).url(args[0]).build()) {
      WatchedClient client = new WatchedClient(collection.client());
      if (!args[2].equals(NEVER)) {
        Kill.parse(args[2]).install(client);
      }
      run(SolrCollection.of(client, args[1]), List.of(args).subList(3, args.length));
      exit = 0;
    } catch (RuntimeException e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(exit);
  }

  private static void run(SolrCollection collection, List<String> command) {
    SolrIndex.Builder builder =
        SolrIndex.builder(collection)
            .embedder(new HashEmbedder())
            .lease(Duration.ofMillis(100), Duration.ofMillis(600))
            .maxBatchSentences(15);
    if (command.get(0).equals("purge")) {
      System.out.println("PURGED " + builder.build().purge().documents());
    } else if (command.get(0).equals("delete")) {
      builder.build().delete(command.subList(1, command.size()));
    } else if (command.get(0).equals("sync")) {
      long seed = Long.parseLong(command.get(1));
      int version = Integer.parseInt(command.get(2));
      report(builder.build().sync(Source.documents("s", documents(seed, version)).prune(1)));
    } else if (command.get(0).equals("editions")) {
      Editions editions = new Editions(Long.parseLong(command.get(1)));
      SolrIndex index =
          SolrIndex.builder(collection)
              .embedder(new HashEmbedder())
              .lockTimeout(Duration.ofMinutes(2))
              .build();
      for (int i = Integer.parseInt(command.get(2)); i <= Integer.parseInt(command.get(3)); i++) {
        report(index.sync(Source.documents(Editions.SOURCE, editions.documents(i)).prune(1)));
      }
    } else {
      int documents = Integer.parseInt(command.get(4));
      builder.worker(
          command.get(1), Integer.parseInt(command.get(2)), Integer.parseInt(command.get(3)));
      report(builder.build().sync(Source.documents("s", many(documents)).prune(1)));
    }
  }

  private static void report(SyncReport report) {
    System.out.println(
        "SYNCED "
            + report.added()
            + " "
            + report.updated()
            + " "
            + report.deleted()
            + " "
            + report.warnings());
  }

  /** Some documents, of which each version has others, and other texts. */
  static List<Document> documents(long seed, int version) {
    Random random = new Random(seed * 31 + version);
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      if (random.nextInt(4) > 0) {
        String text = "Tarn " + i + " is a lake.\nIt is deep.\n";
        documents.add(
            Document.of(
                "d" + i, random.nextInt(2) == 0 ? text : text + "Version " + version + ".\n"));
      }
    }
    return documents;
  }

  static List<Document> many(int count) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(Document.of("m" + i, "Tarn " + i + " is a lake.\nIt is deep.\n"));
    }
    return documents;
  }

  static Process start(
      SolrCollection collection, String url, @Nullable Kill kill, String... command)
      throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                WriterMain.class.getName(),
                url,
                collection.name(),
                kill == null ? NEVER : kill.toString()));
    all.addAll(List.of(command));
    return new ProcessBuilder(all).redirectErrorStream(true).start();
  }
}
