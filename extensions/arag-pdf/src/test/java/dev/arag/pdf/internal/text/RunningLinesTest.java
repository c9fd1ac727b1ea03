package dev.arag.pdf.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningLinesTest {
  /** The time limit is far more than the work needs. */
  @Test
  void manyPagesWithTheSameHeadAtOtherHeightsAreBounded() {
    List<PageContent> pages = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      float top = 50 + i / 10_000f;
      List<TextLine> lines = new ArrayList<>();
      for (int line = 0; line < 5; line++) {
        lines.add(
            new TextLine(List.of(new Word("Head", 60, top + line, 90, top + line + 9, 10, false))));
      }
      lines.add(new TextLine(List.of(new Word("Text", 60, 400, 90, 410, 10, false))));
      pages.add(new PageContent(i + 1, 600, 800, lines, List.of()));
    }
    assertThat(assertTimeoutPreemptively(Duration.ofSeconds(30), () -> RunningLines.of(pages)))
        .hasSize(5 * 49_999);
  }
}
