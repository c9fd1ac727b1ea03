package dev.arag.pdf.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.pdf.PdfParser;
import dev.arag.pdf.SamplePdfs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Checks that truncation does not split a surrogate pair at the limit. */
class SurrogatePairTest {
  private static final String EMOJI = "\uD83D\uDE00";

  @Test
  void truncatesBookmarkTitlesBetweenCharacters() throws IOException {
    String title = "Tower " + "- ".repeat(146) + "x";
    assertThat(title).hasSize(299);
    byte[] pdf =
        SamplePdfs.with(
            sample -> {
              sample.addPages("Tower x\n\nThe tower is old.", "Nothing.");
              sample.bookmarks("1|" + title + EMOJI + "|2", "2|Tower x|1");
            });
    Document document =
        new PdfParser().parse("t", new ByteArrayInputStream(pdf)).document().build();
    assertThat(document.headings().get(0).path()).containsExactly(title, "Tower x");
  }

  @Test
  void truncatesPdfBoxMessagesBetweenCharacters() {
    String message = "x".repeat(199);
    assertThat(PdfReader.describe(new IOException(message + EMOJI))).isEqualTo(message);
  }

  @Test
  void truncatesPropertiesBetweenCharacters() {
    assertThat(PdfProperties.clean("x".repeat(999) + EMOJI)).isEqualTo("x".repeat(999));
  }
}
