package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.pdf.PdfParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PdfTest {
  @TempDir Path folder;

  @Test
  void readsPdf() throws Exception {
    Path reports = Files.createDirectory(folder.resolve("reports"));
    try (PDDocument pdf = new PDDocument()) {
      PDPage page = new PDPage();
      pdf.addPage(page);
      try (PDPageContentStream text = new PDPageContentStream(pdf, page)) {
        text.beginText();
        text.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        text.newLineAtOffset(72, 700);
        text.showText("Mira Voss was born in Tarn.");
        text.endText();
      }
      pdf.save(reports.resolve("voss.pdf").toFile());
    }
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.path(reports).parser(new PdfParser()));
      assertEquals(1, index.keywordSearch(List.of("Tarn"), 5).hits().get(0).location().page().getAsInt());
    }
  }
}
