package dev.arag.examples;

import dev.arag.core.corpus.Hit;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.SyncHandle;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the rows of a database in step with an index, while a folder is synced in the background.
 * The two sources never change each other's documents. Two threads that write to the index wait for
 * each other.
 */
public final class Example18DatabaseRows {
  private static final String TICKETS = "tickets";

  private Example18DatabaseRows() {}

  public static void main(String[] args) throws IOException {
    // Stands for a table of support tickets, by primary key.
    Map<String, String> table = new TreeMap<>();
    table.put("4711", "The printer on the second floor jams.");
    table.put("4712", "The coffee machine is broken.");
    Source wiki = Source.path(Handbook.write()).name("wiki").prune();
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 0));
        SyncHandle sync = index.startSync(wiki)) {
      index.put(TICKETS, table.entrySet().stream().map(Example18DatabaseRows::document).toList());

      // After an update or a delete of rows, only these rows are sent to the index.
      table.put("4711", "The printer on the second floor was replaced.");
      index.put(TICKETS, List.of(document(Map.entry("4711", table.get("4711")))));
      table.remove("4712");
      index.delete(List.of("ticket/4712"));

      System.out.println("wiki: " + sync.await().added() + " added");
      for (Hit hit : index.keywordSearch(List.of("printer", "coffee"), 5)) {
        System.out.println(hit.location().documentId() + ": " + hit.snippet());
      }

      // Once a day, all rows: this also deletes documents of rows that are gone.
      List<Document> all = table.entrySet().stream().map(Example18DatabaseRows::document).toList();
      SyncReport report = index.sync(Source.documents(TICKETS, all).prune());
      System.out.println("tickets: " + report.unchanged() + " unchanged");
      System.out.println("in the index: " + index.documentIds());
    }
  }

  private static Document document(Map.Entry<String, String> row) {
    return Document.builder("ticket/" + row.getKey(), row.getValue())
        .metadata("customer", "acme")
        .build();
  }
}
