package dev.arag.web.page;

import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.records.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small corpus in a folder, and its index. */
final class Handbook implements AutoCloseable {
  static final String QUESTION = "Who approves an invoice of 12,000 euros, and since when?";

  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    // Without this setting, delayed acknowledgements add 40 ms to each request to the JDK's server.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    FILES.put(
        "purchasing.md",
        """
        # Purchasing

        This chapter says who may buy what, and who approves the invoices.

        ## Orders

        Every order needs a purchase order number. The number is on the form that the
        department fills in. An order without a number is not paid.

        ## Invoices

        The head of the department approves an invoice of up to 10,000 euros.
        The finance director approves an invoice over 10,000 euros. If the finance director
        is on leave, the managing director signs instead.

        An invoice is paid within 14 days after it was approved.

        ## Suppliers

        A new supplier is checked by the purchasing team. The check takes about a week. It
        covers the bank account, the tax number and the references of the supplier.
        """);
    FILES.put(
        "people.md",
        """
        # People

        ## Management

        Ines Falk has been the finance director since 2021. She came from the Hamburg office.
        Jonas Brandt is the managing director.

        ## Departments

        Workshop: Ada Lindqvist. Sales: Tomas Riva. Purchasing: Oda Fenwick.
        """);
    FILES.put(
        "travel.md",
        """
        # Travel

        Trips are booked by the employees themselves. A hotel may cost up to 140 euros for
        one night. First class is allowed on trains that take longer than four hours.
        """);
    FILES.put(
        "safety.txt", "Workshop safety\n\nGoggles are worn at every machine. The exits stay free.");
    FILES.put(
        "glossary.csv", "id,title,text\nPO,Purchase order,A purchase order is a written order.\n");
  }

  final Path folder;
  final Index index;

  Handbook(Path directory) throws IOException {
    folder = Files.createDirectories(directory.resolve("handbook"));
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    index =
        Index.builder(directory.resolve("handbook.arag"))
            .embedder(new HashEmbedder())
            .openOrCreate();
  }

  Handbook sync() {
    index.sync(source());
    return this;
  }

  Source source() {
    return Source.path(folder).parser(Records.byExtension());
  }

  String chunk(String document) {
    return index.chunksOf(document).get(0).id().value();
  }

  /** A run of three turns, with quotes of several verdicts. */
  ScriptedChatModel script() {
    return addRun(ScriptedChatModel.script());
  }

  ScriptedChatModel addRun(ScriptedChatModel script) {
    String purchasing = chunk("handbook/purchasing.md");
    String people = chunk("handbook/people.md");
    return script
        .call("keyword_search", Map.of("keywords", List.of("invoice", "approves")))
        .call("chunk_read", Map.of("chunk_ids", List.of(purchasing, people)))
        .answer(
            """
            An invoice of 12,000 euros is approved by the **finance director**, because it is over \
            10,000 euros [%1$s: "The finance director approves an invoice over 10,000 euros."]. \
            This is Ines Falk, who has held the office since 2021 \
            [%2$s: "Ines Falk has been the finance director since 2021"].

            - While she is on leave, the managing director signs \
            [%1$s: "If the finance director is on leave, the managing director signs instead."].
            - The invoice is then paid within 14 days \
            [%1$s: "An invoice will be paid within 14 days after it was approved."]."""
                .formatted(purchasing, people));
  }

  @Override
  public void close() {
    index.close();
  }
}
