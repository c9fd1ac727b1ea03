package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.PageLayout;
import dev.arag.core.text.Region;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.text.TableText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where the quotes of an answer are on the pages of their documents. */
class RegionsTest {
  private static final String FIRST = "The bridge over the Tarn is 42 metres high.";
  private static final String SECOND = "It was opened in 1893, and it fell in the flood of 1910.";
  private static final String TEXT = FIRST + "\n\n" + SECOND + "\n";
  private static final int LENGTH = 6;

  @TempDir Path folder;
  private Index index;

  @BeforeEach
  void open() {
    index = Index.builder(folder.resolve("my.arag")).withoutEmbeddings().openOrCreate();
    PageLayout.Builder one = PageLayout.builder(1, 612, 792);
    PageLayout.Builder two = PageLayout.builder(2, 792, 612);
    addLine(one, FIRST, 100);
    addLine(two, SECOND.substring(0, 22), 100);
    addLine(two, SECOND.substring(23), 114);
    Document document =
        Document.builder("bridges.pdf", TEXT)
            .title("On bridges")
            .page(0, 1)
            .page(TEXT.indexOf(SECOND), 2)
            .layout(one.build())
            .layout(two.build())
            .build();
    Document other = Document.of("other.txt", "The Tarn is a river of France.");
    index.sync(Source.documents("wiki", List.of(document, other)));
  }

  @AfterEach
  void close() {
    index.close();
  }

  /** Adds the words of a line, whose letters are 6 points wide. */
  private static void addLine(PageLayout.Builder page, String line, double top) {
    page.line(top, top + 12);
    int start = TEXT.indexOf(line);
    int at = 0;
    for (String word : line.split(" ")) {
      int end = at + word.length();
      page.word(start + at, start + end, 72 + LENGTH * at, 72 + LENGTH * end);
      at = end + 1;
    }
  }

  private static Region onFirst(String words) {
    return new Region(
        1, 72 + LENGTH * FIRST.indexOf(words), 100, LENGTH * words.length(), 12, 612, 792);
  }

  private static Region onSecond(int from, String words, double top) {
    int at = SECOND.indexOf(words) - from;
    return new Region(2, 72 + LENGTH * at, top, LENGTH * words.length(), 12, 792, 612);
  }

  private Answer ask(Corpus corpus, String document, String quote) {
    return ask(corpus, index.chunksOf(document).get(0), quote);
  }

  private static Answer ask(Corpus corpus, Chunk chunk, String quote) {
    String id = chunk.id().value();
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of(id)))
            .answer("It is so [" + id + (quote.isEmpty() ? "" : ": \"" + quote + "\"") + "].");
    return Agent.builder(corpus, model).build().ask("How high is the bridge over the Tarn?");
  }

  private Citation cite(String quote) {
    return ask(index, "bridges.pdf", quote).citations().get(0);
  }

  @Test
  void aVerifiedQuoteHasTheRectanglesOfItsWords() {
    assertThat(cite("the Tarn is 42 metres").regions())
        .containsExactly(onFirst("the Tarn is 42 metres"));
    assertThat(cite("opened in 1893, and it fell").regions())
        .containsExactly(onSecond(0, "opened in 1893,", 100), onSecond(23, "and it fell", 114));
    assertThat(cite("42 metres high. It was").regions())
        .containsExactly(onFirst("42 metres high."), onSecond(0, "It was", 100));
  }

  @Test
  void eachPartOfAQuoteWithAnEllipsisHasItsRectangles() {
    Citation citation = cite("bridge over … metres high … flood of 1910");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(citation.regions())
        .containsExactly(
            onFirst("bridge over"), onFirst("metres high."), onSecond(23, "flood of 1910.", 114));
  }

  @Test
  void theTitleLineIsOnNoPage() {
    assertThat(cite("On bridges").regions()).isEmpty();
    Citation citation = cite("On bridges The bridge over");
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(citation.regions()).containsExactly(onFirst("The bridge over"));
  }

  @Test
  void aSimilarOrAttachedQuoteHasRegions() {
    Citation near = cite("It was opened in 1893, and then it fell in the flood of 1910.");
    assertThat(near.verdict()).isEqualTo(Verdict.NEAR);
    assertThat(near.regions())
        .containsExactly(
            onSecond(0, "It was opened in 1893,", 100),
            onSecond(23, "and it fell in the flood of 1910.", 114));
    Citation located = cite("");
    assertThat(located.verdict()).isEqualTo(Verdict.LOCATED);
    assertThat(located.regions()).isNotEmpty();
  }

  @Test
  void aQuoteThatIsNotVerifiedHasNoRegions() {
    Citation fabricated = cite("The bridge over the Tarn is 43 metres high");
    assertThat(fabricated.verdict()).isEqualTo(Verdict.FABRICATED);
    assertThat(fabricated.regions()).isEmpty();
    Citation invented =
        Citation.of(
            fabricated.chunkId(),
            Verdict.FABRICATED,
            "words",
            List.of(),
            new Citation.Place(
                fabricated.location().orElseThrow(), null, null, List.of(onFirst(FIRST))),
            null,
            List.of());
    assertThat(invented.regions()).isEmpty();
  }

  @Test
  void aDocumentWithoutPlacesHasNoRegions() {
    Citation citation = ask(index, "other.txt", "a river of France").citations().get(0);
    assertThat(citation.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(citation.regions()).isEmpty();
    assertThat(ask(new PlainCorpus(index), "bridges.pdf", "42 metres").citations().get(0).regions())
        .isEmpty();
  }

  @Test
  void aViewAndASnapshotHaveRegions() {
    Corpus view = index.within(Scope.documents("bridges.pdf")).snapshot();
    assertThat(ask(view, "bridges.pdf", "42 metres").citations().get(0).regions())
        .containsExactly(onFirst("42 metres"));
  }

  /** The header is on the first page, many chunks before the rows of the last one. */
  @Test
  void theRepeatedHeaderOfATableHasTheRegionsOfItsPlace() {
    StringBuilder text = new StringBuilder();
    TableText table = new TableText(text);
    table.header(List.of("(Millions)", "2018", "2017"));
    for (int i = 0; i < 2_000; i++) {
      table.row(List.of("Widget " + i, "" + (7 * i), "" + (5 * i)));
    }
    Document.Builder document =
        Document.builder("table.pdf", text.toString()).table(table.end().orElseThrow()).page(0, 1);
    PageLayout.Builder page = PageLayout.builder(1, 612, 792);
    int line = 0;
    int start = 0;
    for (String row : text.toString().split("\n")) {
      if (line == 50) {
        document.layout(page.build());
        page = PageLayout.builder(1 + start / 100, 612, 792);
        document.page(start, 1 + start / 100);
        line = 0;
      }
      page.line(10 * line, 10 * line + 9);
      for (Matcher word = Pattern.compile("[^ |]+").matcher(row); word.find(); ) {
        page.word(start + word.start(), start + word.end(), word.start(), word.end());
      }
      start += row.length() + 1;
      line++;
    }
    index.put("tables", List.of(document.layout(page.build()).build()));
    List<Chunk> chunks = index.chunksOf("table.pdf");
    Chunk last = chunks.get(chunks.size() - 1);
    assertThat(chunks).hasSizeGreaterThan(22);
    String row = last.sentences().get(0).text();

    Citation header = ask(index, last, "2018 2017").citations().get(0);
    assertThat(header.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(header.regions()).containsExactly(new Region(1, 13, 0, 11, 9, 612, 792));
    assertThat(header.location().orElseThrow().page()).hasValue(1);
    Citation both = ask(index, last, "(Millions) | 2018 | 2017 … " + row).citations().get(0);
    assertThat(both.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(both.regions()).hasSize(2);
    assertThat(both.regions().get(0)).isEqualTo(new Region(1, 0, 0, 24, 9, 612, 792));
    assertThat(both.regions().get(1).page()).isGreaterThan(10);
    assertThat(both.regions().get(1).width()).isEqualTo(row.length());
    Citation parts = ask(index, last, "2018 … " + row.split(" \\|")[0]).citations().get(0);
    assertThat(parts.verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(parts.regions()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"42 metres", "bridge over … flood of 1910"})
  void theJsonOfAnAnswerAndATrajectoryHasTheRegions(String quote) throws Exception {
    Answer answer = ask(index, "bridges.pdf", quote);
    List<Region> regions = answer.citations().get(0).regions();
    ObjectMapper json = new ObjectMapper();
    JsonNode written = json.valueToTree(answer.view()).path("citations").get(0).path("regions");
    assertThat(written).hasSameSizeAs(regions);
    assertThat(written.get(0).toString())
        .isEqualTo(json.writeValueAsString(regions.get(0)))
        .contains("\"page\":1,\"x\":", "\"y\":100.0,", "\"pageWidth\":612.0,\"pageHeight\":792.0");
    Trajectory read = Trajectory.parse(answer.trajectory().toJson());
    assertThat(read.citations()).isEqualTo(answer.citations());
    assertThat(read.citations().get(0).regions()).isEqualTo(regions);
  }
}
