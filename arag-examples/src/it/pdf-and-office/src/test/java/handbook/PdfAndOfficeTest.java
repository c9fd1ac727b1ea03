package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.core.corpus.Hit;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import dev.arag.pdf.PdfParser;
import dev.arag.records.Records;
import dev.arag.tika.TikaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the README's lines for files with exactly the artifacts that they name. ReportLab wrote the
 * PDF file, and python-docx wrote the Word file from a template made with Word.
 */
class PdfAndOfficeTest {
  @TempDir Path folder;

  private Index open() {
    return Index.builder(folder.resolve("all.arag")).withoutEmbeddings().openOrCreate();
  }

  private static void syncAll(Index index) {
    index.sync(Source.path(Path.of("docs")));                 // text, Markdown, HTML
    index.sync(Source.path(Path.of("reports")).parser(new PdfParser()));    // needs dev.arag:arag-pdf
    index.sync(Source.path(Path.of("office")).parser(new TikaParser()));    // needs dev.arag:arag-tika
    index.sync(Source.path(Path.of("rows")).parser(Records.byExtension())); // needs dev.arag:arag-records
  }

  private static Hit first(Index index, String keyword) {
    List<? extends Hit> hits = index.keywordSearch(List.of(keyword), 1).hits();
    assertEquals(1, hits.size(), keyword);
    return hits.get(0);
  }

  @Test
  void readsPdfAndWordFiles() {
    try (Index index = open()) {
      syncAll(index);
      assertEquals(
          List.of(
              "docs/railway.md",
              "office/harbour.docx",
              "reports/bridge.pdf",
              "rows/ferries.csv/f1"),
          index.documentIds());
      assertEquals(
          OptionalInt.of(1), first(index, "Mira Voss").location().page(), "the page of the chunk");
      assertTrue(first(index, "flood").snippet().contains("repaired in 1907"));
      Hit master = first(index, "Greta Holm");
      assertEquals("Harbour office", master.title());
      assertTrue(master.snippet().contains("harbour master since 2019"), master.snippet());
      assertTrue(first(index, "North quay").snippet().contains("40 euros"));
    }
  }

  @Test
  void withoutAParserTheReportNamesTheRemedy() {
    try (Index index = open()) {
      SyncReport pdf = index.sync(Path.of("reports"));
      assertTrue(pdf.skipped().get(0).reason().contains("PdfParser"), pdf.toString());
      SyncReport word = index.sync(Path.of("office"));
      assertTrue(word.skipped().get(0).reason().contains("TikaParser"), word.toString());
      SyncReport rows = index.sync(Path.of("rows"));
      assertTrue(rows.skipped().get(0).reason().contains("Records"), rows.toString());
    }
  }
}
