package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.text.TableText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a model is shown and may quote of a table of many chunks in an index. */
class TableIndexTest {
  private static final int ROWS = 1_000;
  private static final int ROWS_PER_PAGE = 50;
  private static final String HEADER =
      "(table header, repeated) Sales of parts (Millions) | Years ended | 2018 | 2017\n";

  @TempDir Path folder;

  private static Document report(int factor) {
    StringBuilder text = new StringBuilder("Sales grew in both years.\n\n");
    TableText table = new TableText(text);
    table.header(List.of("Sales of parts"));
    table.header(List.of("(Millions)", "Years ended", ""));
    table.header(List.of("", "2018", "2017"));
    int[] pageStarts = new int[ROWS / ROWS_PER_PAGE];
    for (int i = 0; i < ROWS; i++) {
      if (i > 0 && i % ROWS_PER_PAGE == 0) {
        pageStarts[i / ROWS_PER_PAGE] = text.length();
      }
      table.row(List.of("Widget " + i, "$ " + (factor * i + 3), i == 731 ? "" : "" + i, "x" + i));
    }
    Document.Table rows = table.end().orElseThrow();
    text.append("\nThat was all.\n");
    Document.Builder pages = Document.builder("reports/2018.pdf", text.toString()).table(rows);
    for (int page = 0; page < pageStarts.length; page++) {
      pages.page(pageStarts[page], page + 1);
    }
    return pages.build();
  }

  private static String observation(Answer answer) {
    return answer.trajectory().steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> ((Step.ToolUse) step).observation().text())
        .findFirst()
        .orElseThrow();
  }

  private static String quoted(Citation citation, Document document) {
    Span span = citation.span().orElseThrow();
    return document.text().substring(span.start(), span.end());
  }

  @Test
  void aRowOfALongTableIsShownAndQuotedWithTheHeader() {
    try (Index index =
        Index.builder(folder.resolve("my.arag")).withoutEmbeddings().openOrCreate()) {
      for (int factor : List.of(7, 8)) {
        Document report = report(factor);
        index.sync(Source.documents("reports", List.of(report)));
        String value = "" + (factor * 731 + 3);
        String id = index.keywordSearch(List.of("Widget 731"), 1).hits().get(0).chunkId().value();
        ScriptedChatModel model =
            ScriptedChatModel.script()
                .call("keyword_search", Map.of("keywords", List.of("Widget 731")))
                .answer(
                    ("Much [%s: \"Widget 731 "
                            + value
                            + "\"], in [%s: \"2018 | 2017\"],"
                            + " not [%s: \"Widget 731 $ 1\"].")
                        .formatted(id, id, id));
        Answer answer = Agent.builder(index, model).build().ask("How much?");
        assertThat(observation(answer))
            .contains("] reports/2018.pdf (table)\n" + HEADER)
            .contains(HEADER + "- Widget 731 | $ " + value + " | | x731\n>>>");
        List<Citation> citations = answer.citations();
        assertThat(citations)
            .extracting(Citation::verdict)
            .containsExactly(Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.FABRICATED);
        assertThat(quoted(citations.get(0), report)).isEqualTo("Widget 731 | $ " + value);
        assertThat(citations.get(0).location().orElseThrow().page()).hasValue(15);
        assertThat(quoted(citations.get(1), report)).isEqualTo("2018 | 2017");
        assertThat(citations.get(1).location().orElseThrow().page()).hasValue(1);
      }
    }
  }
}
