package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.pdf.PageImage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that PDF files are indexed without any option. */
final class CliPdfTest {
  @TempDir Path folder;

  private Path index;

  @BeforeEach
  void indexTwoPages() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    byte[] pdf = MinimalPdf.of("", "The Old Bridge was designed by Mira Voss.");
    Files.write(docs.resolve("bridge.pdf"), pdf);
    Files.write(docs.resolve("scan.pdf"), MinimalPdf.of(""));
    index = folder.resolve("my.arag");
    JsonNode report =
        arag("index", "--json", index, docs, "--embedder", "none").endedWith(0).json();
    assertThat(report.get("documents").asInt()).isEqualTo(1);
    assertThat(report.get("skipped")).hasSize(1);
    assertThat(report.get("skipped").get(0).get("source").asText()).isEqualTo("docs/scan.pdf");
    assertThat(report.get("skipped").get(0).get("reason").asText()).contains("no text");
  }

  @Test
  void wordsAreFoundAndThePageIsShown() {
    JsonNode hit =
        arag("keyword", "--json", index, "Mira Voss").endedWith(0).json().get("hits").get(0);
    assertThat(hit.get("document").asText()).isEqualTo("docs/bridge.pdf");
    JsonNode chunk =
        arag("read", "--json", index, hit.get("id").asText())
            .endedWith(0)
            .json()
            .get("chunks")
            .get(0);
    assertThat(chunk.get("page").asInt()).isEqualTo(2);
    assertThat(chunk.get("text").asText())
        .isEqualTo("bridge\nThe Old Bridge was designed by Mira Voss.");
  }

  /** The value of the option is attached, so that it cannot be mistaken for a source. */
  @Test
  void recognizesScannedPagesIfAsked() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("scans"));
    try (PDDocument file = new PDDocument()) {
      PDPage page = new PDPage(new PDRectangle(400, 100));
      file.addPage(page);
      byte[] text = MinimalPdf.of("The lamp was lit by Ada Thorn.");
      BufferedImage image = PageImage.of(new ByteArrayInputStream(text), 1).image();
      try (PDPageContentStream content = new PDPageContentStream(file, page)) {
        PDImageXObject scan = LosslessFactory.createFromImage(file, image);
        content.drawImage(scan, 0, 100 - 792, 612, 792);
      }
      file.save(docs.resolve("scan.pdf").toFile());
    }
    Path scans = folder.resolve("scans.arag");
    CliResult wrong = arag("index", "--ocr=-x", scans, docs, "--embedder", "none").endedWith(2);
    assertThat(wrong.err()).contains("'-x' is not a language of Tesseract");
    CliResult result = arag("index", "--ocr", scans, docs, "--embedder", "none");
    assumeThat(result.err()).doesNotContain("apt-get install tesseract-ocr");
    result.endedWith(0);
    JsonNode hits = arag("keyword", "--json", scans, "Ada Thorn").endedWith(0).json().get("hits");
    assertThat(hits).hasSize(1);
    JsonNode again = arag("index", "--ocr=eng", "--json", scans, docs, "--embedder", "none").json();
    assertThat(again.get("unchanged").asInt()).isEqualTo(1);
  }

  @Test
  void citationsContainThePage() {
    JsonNode answer =
        arag("ask", "--json", index, "Who designed the Old Bridge?").endedWith(0).json();
    JsonNode citation = answer.get("citations").get(0);
    assertThat(citation.get("document").asText()).isEqualTo("docs/bridge.pdf");
    assertThat(citation.get("page").asInt()).isEqualTo(2);
    JsonNode regions = citation.get("regions");
    assertThat(regions).hasSize(1);
    assertThat(regions.get(0).get("page").asInt()).isEqualTo(2);
    assertThat(regions.get(0).get("width").asDouble()).isBetween(100.0, 400.0);
  }

  @Test
  void citationsContainThePageOfTheirQuoteInALongFile() throws IOException {
    List<String> towns =
        List.of(
            "Aldmoor", "Brannock", "Corvane", "Dunmere", "Eskdale", "Fenwick", "Garrow", "Holme");
    String[] lines =
        towns.stream()
            .map(town -> "The mayor of " + town + " keeps a goat.")
            .toArray(String[]::new);
    Path docs = Files.createDirectory(folder.resolve("long"));
    Files.write(docs.resolve("towns.pdf"), MinimalPdf.of(lines));
    Path longIndex = folder.resolve("long.arag");
    arag("index", longIndex, docs, "--embedder", "none").endedWith(0);

    Set<String> chunks = new TreeSet<>();
    for (int page = 1; page <= lines.length; page++) {
      String question = "Who is the mayor of " + towns.get(page - 1) + "?";
      JsonNode citations =
          arag("ask", "--json", longIndex, question).endedWith(0).json().get("citations");
      assertThat(citations).isNotEmpty();
      for (JsonNode citation : citations) {
        assertThat(citation.get("verdict").asText()).isEqualTo("SUPPORTED");
        assertThat(citation.get("page").asInt())
            .isEqualTo(List.of(lines).indexOf(citation.get("quote").asText()) + 1);
        chunks.add(citation.get("chunk").asText());
      }
      assertThat(citations.get(0).get("page").asInt()).isEqualTo(page);
    }
    assertThat(chunks).hasSize(1);
  }
}
