package dev.arag.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.split.Splitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which lines of ready-made chunks and records are headings. */
class ChunkHeadingsTest {
  private static final Splitter SPLITTER = new Splitter(1_000, TokenCounter.o200k());

  /** A text of 226 characters. */
  private static final String LONG =
      "Cultures were kept in the dark for twelve hours and counted every two hours. In all of them"
          + " the number of cells rose by a third between midnight and four. Cultures that were kept"
          + " in the light did not show this increase.";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cells divide faster at night.",
        "Do cells divide faster at night?",
        "細胞は夜に速く分裂する。",
        "mRNA levels rise at night.",
        "The rate of cell division in cultures kept in the dark for twelve hours: an observation of"
            + " forty strains"
      })
  void firstOfTwoLinesOfAReadyMadeChunkIsAHeading(String title) throws Exception {
    String text = title + "\n" + LONG.repeat(2);
    assertThat(headings(chunks("1:" + text))).containsExactly(title);
    assertThat(headings(chunks(Map.of("id", "1", "text", text)))).containsExactly(title);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The keeper spoke to them for a long time:",
        "and so the first part of it ended.",
        "- Cells divide faster at night.",
        "Cultures were kept in the dark for twelve hours and were counted every two hours."
      })
  void firstOfTwoLinesIsTextIfItIsLikeASentenceOrTheSecondIsNotMuchLonger(String line)
      throws Exception {
    assertThat(headings(chunks("1:" + line + "\n" + LONG))).isEmpty();
  }

  @Test
  void firstOfSeveralLinesOfAReadyMadeChunkIsTextIfItEndsInAFullStop() throws Exception {
    assertThat(headings(chunks("1:Cells divide.\n" + LONG + "\n" + LONG))).isEmpty();
    assertThat(headings(chunks("1:" + "Long words. ".repeat(30) + "\n" + LONG.repeat(9))))
        .isEmpty();
  }

  @Test
  void eachParagraphOfAReadyMadeChunkHasItsOwnHeading() throws Exception {
    String one = "Cells divide.\n" + LONG;
    String two = "Do they rest?\n" + LONG;
    Document document = chunks("1:" + one + "\n\n" + two + "\n\n" + LONG);
    assertThat(document.headings())
        .containsExactly(
            new Heading(0, List.of("Cells divide.")),
            new Heading(one.length() + 2, List.of("Do they rest?")),
            new Heading(one.length() + two.length() + 4, List.of()));
  }

  @Test
  void aBlankLineMaySeparateTheTwoLinesOfAReadyMadeChunk() throws Exception {
    Document document = chunks("1:Cell division\n\n" + LONG);
    assertThat(document.headings()).containsExactly(new Heading(0, List.of("Cell division")));
    assertThat(sentences(document)).filteredOn(Sentence::isHeading).hasSize(1);
    assertThat(sentences(document).get(1).heading()).containsExactly("Cell division");
    assertThat(headings(chunks("1:It was cold.\n\n" + LONG))).isEmpty();
  }

  @Test
  void titleOfAReadyMadeChunkIsItsFirstLineAndHeading() throws Exception {
    Document document =
        chunks(
            Map.of("id", "1", "title", " Cell division ", "text", "It is fast."),
            Map.of("id", "2", "title", "Cell division", "text", "Methods\n" + LONG + "\n\nEnd."),
            Map.of("id", "3", "title", "Rest", "text", "Rest is rare. It is short."),
            "4:No title.",
            Map.of("id", "5", "title", " ", "text", "Also none."));
    assertThat(SPLITTER.split(document).stream().map(Chunk::text))
        .containsExactly(
            "Cell division\nIt is fast.",
            "Cell division\nMethods\n" + LONG + "\n\nEnd.",
            "Rest is rare. It is short.",
            "No title.",
            "Also none.");
    assertThat(sentences(document))
        .extracting(Sentence::embeddedText)
        .startsWith(
            "Cell division",
            "Cell division: It is fast.",
            "Cell division",
            "Cell division: Methods")
        .endsWith(
            "Cell division: End.",
            "Rest: Rest is rare.",
            "Rest: It is short.",
            "No title.",
            "Also none.");
    String single = "Methods\n\n" + LONG;
    assertThat(chunks(Map.of("id", "1", "title", "Cells", "text", single)).headings())
        .containsExactly(new Heading(0, List.of("Cells")));
    assertThat(SPLITTER.split(document))
        .extracting(chunk -> chunk.location().heading())
        .containsExactly(
            List.of("Cell division"),
            List.of("Cell division"),
            List.of("Rest"),
            List.of(),
            List.of());
  }

  @Test
  void firstOfTwoLinesOfARecordWithoutATitleIsAHeading() throws Exception {
    List<Document> documents =
        records(
            Map.of("text", "Cells divide.\n" + LONG),
            Map.of("text", "Cells divide.\n" + LONG + "\n\nMore text."),
            Map.of("title", "Cells", "text", "Cells divide.\n" + LONG),
            Map.of("title", "Night\nshift", "text", LONG));
    assertThat(documents)
        .extracting(ChunkHeadingsTest::headings)
        .containsExactly(List.of("Cells divide."), List.of(), List.of(), List.of());
    assertThat(sentences(documents.get(3)))
        .extracting(Sentence::embeddedText)
        .startsWith("Night shift")
        .filteredOn(text -> !text.equals("Night shift"))
        .allMatch(text -> text.startsWith("Night shift: "));
    assertThat(documents.get(3).title()).hasValue("Night shift");
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

  private static Document chunks(Object... elements) throws IOException {
    byte[] bytes = new ObjectMapper().writeValueAsBytes(elements);
    return ChunksJsonParser.byExtension()
        .parse("d", new ByteArrayInputStream(bytes))
        .document()
        .build();
  }

  @SafeVarargs
  private List<Document> records(Map<String, String>... records) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (Map<String, String> record : records) {
      lines.append(new ObjectMapper().writeValueAsString(record)).append('\n');
    }
    Files.writeString(folder.resolve("r.jsonl"), lines);
    List<Document> documents = new ArrayList<>();
    IngestSink.read(
        FileIngest.of(folder, "s").parser(Records.byExtension()),
        new IngestSink() {
          @Override
          public void document(Document document, String contentHash) {
            documents.add(document);
          }

          @Override
          public void skipped(Skip skip) {
            throw new AssertionError(skip);
          }
        });
    return documents;
  }
}
