package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests quotes of tables, and of headers that are repeated above rows. */
class TableCitationsTest {
  private static final String PROSE = "The fiscal year ended.\n";
  private static final String HEADER = "(Millions)\n| Years | 2018 | 2017 |\n|---|---|---|\n";
  private static final String FIRST = "| Net income | 5,363 | 4,869 |\n";
  private static final String REST =
      "| Net sales | $ 32,765 | 31,657 |\n| Tax | $ (1,637) | (2,679) |\n| Other | **5** | none |\n";
  private static final String TEXT = PROSE + HEADER + FIRST + REST;
  private static final TableHeader TABLE = new TableHeader(TEXT.indexOf(HEADER), HEADER);
  private static final String SHOWN_HEADER = "(Millions) | Years | 2018 | 2017 |";

  /** The table begins on page 1 in the first chunk; the second chunk begins on page 2. */
  private static final Corpus CORPUS =
      InMemoryCorpus.ofChunks(
          new HashEmbedder(64),
          List.of(
              chunk("k1", 0, PROSE + HEADER + FIRST, null, "k2", List.of()),
              chunk("k2", TEXT.indexOf(REST), REST, "k1", null, List.of())));

  private static Chunk chunk(
      String id, int offset, String text, String previous, String next, List<Page> pages) {
    List<Sentence> sentences = new ArrayList<>();
    for (int at = 0; at < text.length(); at = text.indexOf('\n', at) + 1) {
      String line = text.substring(at, text.indexOf('\n', at));
      boolean isRow = offset + at >= TABLE.offset();
      if (!line.startsWith("|---")) {
        sentences.add(new Sentence(line, offset + at, List.of(), false, isRow ? TABLE : null));
      }
    }
    Location location =
        Location.builder("report.pdf").offset(offset).page(offset == 0 ? 1 : 2).build();
    return new Chunk(
        ChunkId.of(id),
        location,
        text,
        sentences,
        30,
        previous == null ? null : ChunkId.of(previous),
        next == null ? null : ChunkId.of(next),
        pages);
  }

  private static Citation cite(String quote) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer("It is so [k2: \"" + quote + "\"].");
    Answer answer = Agent.builder(CORPUS, model).build().ask("How much?");
    assertThat(answer.citations()).hasSize(1);
    return answer.citations().get(0);
  }

  private static String quoted(Citation citation) {
    Span span = citation.span().orElseThrow();
    return TEXT.substring(span.start(), span.end());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "| Net sales | $ 32,765 | 31,657 |; Net sales | $ 32,765 | 31,657",
        "Net sales $ 32,765 31,657; Net sales | $ 32,765 | 31,657",
        "Net sales 32,765 31,657; Net sales | $ 32,765 | 31,657",
        "Net sales … 32,765 31,657 Tax (1,637); Net sales | $ 32,765 | 31,657 |/| Tax | $ (1,637",
        "net sales $32,765; Net sales | $ 32,765",
        "32,765 31,657; 32,765 | 31,657",
        "Net sales … 31,657; Net sales | $ 32,765 | 31,657",
        "Tax $ (1,637) (2,679); Tax | $ (1,637) | (2,679",
        "Other 5 none; Other | **5** | none",
        "31,657 Tax; 31,657 |/| Tax"
      })
  void quotesMayLeaveOutTheBars(String quote, String text) {
    Citation citation = cite(quote);
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(quoted(citation)).isEqualTo(text.replace("/", "\n"));
    assertThat(citation.location().orElseThrow().page()).hasValue(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Net sales $ 32,766 31,657",
        "Net sales 31,657",
        "Net sales € 32,765",
        "Net sales $ 32,765 $ 31,657",
        "Net sales 32,766 31,657",
        "Net sales 32,765 31",
        "Years 2018 Net sales",
        "2018 32,765",
        "Years 2018 2016"
      })
  void changedOrJoinedCellsAreNotVerbatim(String quote) {
    assertThat(cite(quote).verdict()).isEqualTo(Verdict.FABRICATED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(Millions); Millions",
        "Years | 2018 | 2017; Years | 2018 | 2017",
        "(Millions) Years 2018; Millions)/| Years | 2018",
        "2017; 2017"
      })
  void theRepeatedHeaderIsQuotedWithItsOwnPlace(String quote, String text) {
    Citation citation = cite(quote);
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(quoted(citation)).isEqualTo(text.replace("/", "\n"));
    assertThat(citation.location().orElseThrow().page()).hasValue(1);
  }

  /** The repeated header leaves out the line without letters and digits. */
  @Test
  void theRepeatedHeaderIsQuotedAfterItsSectionWasRead() {
    String header = "(Millions)\n| --- | $ |\n| Years | 2018 |\n";
    String text = header + "| Net income | 5 |\n| Tax | 2 |\n";
    Document document =
        Document.builder("d", text)
            .table(new Document.Table(0, header.length(), text.length()))
            .build();
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("d")))
            .call("keyword_search", Map.of("keywords", List.of("Tax")))
            .answer("It is so [d: \"(Millions) Years 2018\"].");
    Answer answer = Agent.builder(InMemoryCorpus.of(document), model).build().ask("How much?");
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
  }

  @Test
  void anEllipsisJoinsTheHeaderAndARow() {
    Citation citation = cite("2018 … Net sales | $ 32,765");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(quoted(citation)).startsWith("2018 | 2017").endsWith("Net sales | $ 32,765");
  }

  @Test
  void theHeaderStaysAboveTheCitedRowsOfAnEarlierQuestion() {
    for (String tool : List.of("chunk_read", "keyword_search")) {
      ScriptedChatModel model = ScriptedChatModel.script();
      if (tool.equals("chunk_read")) {
        model.call(tool, Map.of("chunk_ids", List.of("k1", "k2")));
      } else {
        model.call(tool, Map.of("keywords", List.of("Net")));
      }
      model.answer("Much [k2: \"Net sales $ 32,765\"].").answer("Then [k2: \"Years 2018\"].");
      Conversation conversation = Agent.builder(CORPUS, model).build().conversation();
      conversation.ask("How much?");
      Answer second = conversation.ask("When?");
      List<Message> history =
          second.trajectory().steps().stream()
              .filter(Step.Sent.class::isInstance)
              .flatMap(step -> ((Step.Sent) step).messages().stream())
              .toList();
      assertThat(history.stream().map(Message::text))
          .as(tool)
          .anySatisfy(
              text ->
                  assertThat(text)
                      .contains("[k2] report.pdf\n(table header, repeated) " + SHOWN_HEADER + "\n|")
                      .contains("showed k1")
                      .doesNotContain("Net income"));
      assertThat(second.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    }
  }

  @Test
  void rowsThatAnEarlierQuestionCitedAreNotSentAgain() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("Much [k2: \"Net sales $ 32,765\"].")
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer("Then [k2: \"Years 2018\"].");
    Conversation conversation = Agent.builder(CORPUS, model).build().conversation();
    conversation.ask("How much?");
    Answer second = conversation.ask("When?");
    assertThat(second.trajectory().steps())
        .filteredOn(Step.ToolUse.class::isInstance)
        .extracting(step -> ((Step.ToolUse) step).observation().text())
        .containsExactly("[k2] This text has been shown before; it is above.");
    assertThat(second.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
  }

  @Test
  void anAnswerWithoutAModelQuotesTheRowsAndNotTheHeader() {
    ScriptedChatModel model =
        ScriptedChatModel.script().call("keyword_search", Map.of("keywords", List.of("Tax")));
    Answer answer =
        Agent.builder(CORPUS, model)
            .budget(Budget.builder().maxModelCalls(1).build())
            .build()
            .ask("How much?");
    assertThat(answer.text()).contains("[k2] | Net sales").doesNotContain("Years");
  }
}
