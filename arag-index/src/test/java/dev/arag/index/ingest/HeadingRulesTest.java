package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.split.Splitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which lines of plain text are headings. */
class HeadingRulesTest {
  private static final Splitter SPLITTER = new Splitter(1_000, TokenCounter.o200k());

  /** A text of 226 characters. */
  private static final String LONG =
      "Cultures were kept in the dark for twelve hours and counted every two hours. In all of them"
          + " the number of cells rose by a third between midnight and four. Cultures that were kept"
          + " in the light did not show this increase.";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cell division",
        "3. Results of the first year",
        "分裂",
        "What Do Cells Do at Night?\n",
        "Harlan & Sons, Inc.\n"
      })
  void lineAboveAMuchLongerTextIsAHeadingOfPlainText(String title) throws Exception {
    String separator = title.endsWith("\n") ? "" : "\n\n";
    Document document = text("Before it was dark.\n\n" + title + separator + LONG + "\n\nEnd.");
    assertThat(headings(document)).containsExactly(title.strip());
    assertThat(sentences(document)).filteredOn(Sentence::isHeading).hasSize(1);
    assertThat(sentences(document)).last().extracting(Sentence::heading).isNotEqualTo(List.of());
  }

  @Test
  void lineThatTheNextParagraphRepeatsIsAHeading() throws Exception {
    assertThat(headings(text("Where's Jack?\n\nWhere's Jack? is a film of 1969.")))
        .containsExactly("Where's Jack?");
  }

  @Test
  void lastOfAFewSingleLinesIsAHeadingButVersesHaveNone() throws Exception {
    assertThat(headings(text("Part One\n\nThe Night\n\n" + LONG))).containsExactly("The Night");
    assertThat(headings(text("O moon\n\nO night\n\nO stars\n\nO sea\n\n" + LONG))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "It was cold.",
        "It was cold.\n",
        "\"Come in,\" she said. \"It is cold.\"\n",
        "Tom and Eve met Bob.\n",
        "Hello!\n",
        "وہ رات کو آیا۔\n",
        "کیا وہ رات کو آیا؟\n",
        "वह रात में आया।\n",
        "และในคืนนั้นเขาก็กลับมายังหมู่บ้านเล็กๆ ริมแม่น้ำอีกครั้งหนึ่ง\n",
        "12",
        "and then they left",
        "* a list item",
        "The names of the hours of the night, the day and the time in between, as the book of hours"
            + " gives them"
      })
  void firstLineOfProseIsNotAHeadingOfPlainText(String line) throws Exception {
    String separator = line.endsWith("\n") ? "" : "\n\n";
    assertThat(headings(text(LONG + "\n\n" + line + separator + LONG.repeat(2)))).isEmpty();
  }

  @Test
  void singleLineIsTextIfTheNextParagraphIsShortOrContinuesIt() throws Exception {
    assertThat(headings(text("Cell division\n\nIt is fast."))).isEmpty();
    assertThat(headings(text("Cell division\n\nof " + LONG))).isEmpty();
    assertThat(headings(text(LONG + "\n\nThe end"))).isEmpty();
  }

  private static List<String> headings(Document document) {
    return document.headings().stream()
        .map(Heading::path)
        .filter(path -> !path.isEmpty())
        .map(path -> String.join(" > ", path))
        .toList();
  }

  private static List<Sentence> sentences(Document document) {
    return SPLITTER.split(document).stream().flatMap(chunk -> chunk.sentences().stream()).toList();
  }

  private static Document text(String text) throws IOException {
    return parse(new TextParser(), text);
  }

  private static Document parse(Parser parser, String file) throws IOException {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    return parser.parse("d", new ByteArrayInputStream(bytes)).document().build();
  }
}
