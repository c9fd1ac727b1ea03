package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;

/** Tests that office files are indexed without any option. */
final class CliOfficeTest {
  @TempDir Path folder;

  @Test
  void wordFileIsFoundUnderItsHeading() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    writeWord(docs.resolve("bridge.docx"));
    Files.writeString(docs.resolve("broken.xlsx"), "name,age");
    Path index = folder.resolve("all.arag");
    CliResult result = arag("index", "--json", "--embedder", "none", index, docs).endedWith(0);
    assertThat(result.json().get("documents").asInt()).isEqualTo(1);
    assertThat(result.json().get("skipped").get(0).get("reason").asText())
        .contains("not an office file");
    assertThat(result.err()).doesNotContain("Log4j").doesNotContain("ERROR");

    JsonNode hit = arag("keyword", "--json", index, "lanterns").endedWith(0).json().at("/hits/0");
    assertThat(hit.get("document").asText()).isEqualTo("docs/bridge.docx");
    assertThat(hit.get("title").asText()).isEqualTo("A report on bridges");
    assertThat(hit.at("/sentences/0/heading").toString()).contains("The Old Bridge");
  }

  @Test
  void aRowIsShownWithTheHeaderOfItsTable() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(
        docs.resolve("cash.md"),
        "# Cash\n\n| (Millions) | 2018 | 2017 |\n|---|---|---|\n"
            + "| Rent | 1 | 2 |\n".repeat(40)
            + "| Net sales | 32,765 | 31,657 |\n");
    Path index = folder.resolve("all.arag");
    arag("index", "--embedder", "none", index, docs).endedWith(0);
    assertThat(arag("keyword", index, "32,765").endedWith(0).out())
        .contains(
            "  (table header) (Millions) | 2018 | 2017\n  - | Net sales | 32,765 | 31,657 |\n");
    JsonNode hit = arag("keyword", "--json", index, "32,765").endedWith(0).json().at("/hits/0");
    assertThat(hit.at("/sections/0/table").asText()).isEqualTo("(Millions) | 2018 | 2017");
  }

  private static void writeWord(Path file) throws IOException {
    try (XWPFDocument document = new XWPFDocument();
        OutputStream out = Files.newOutputStream(file)) {
      document.getProperties().getCoreProperties().setTitle("A report on bridges");
      CTStyle style = CTStyle.Factory.newInstance();
      style.setStyleId("Heading1");
      style.addNewName().setVal("heading 1");
      document.createStyles().addStyle(new XWPFStyle(style));
      XWPFParagraph heading = document.createParagraph();
      heading.setStyle("Heading1");
      heading.createRun().setText("The Old Bridge");
      document.createParagraph().createRun().setText("Its lanterns are lit at dusk.");
      document.write(out);
    }
  }
}
