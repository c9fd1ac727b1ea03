package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.split.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealDataTest {
  private static final Splitter SPLITTER = new Splitter(1_000, TokenCounter.o200k());

  @ParameterizedTest
  @CsvSource({"hotpotqa_train100, 123, 994", "ircot_demos, 35, 351"})
  void detectsTitlesOfArticlesInPredefinedChunks(String set, int chunks, int articles)
      throws IOException {
    ParsedFile ingested = chunks(data(set).resolve("chunks.json"), set);
    assertThat(ingested.warnings()).isEmpty();
    Document document = ingested.document().build();
    assertThat(document.chunkStarts()).hasSize(chunks);

    List<String> headings =
        document.headings().stream()
            .filter(section -> !section.path().isEmpty())
            .map(section -> section.path().get(0))
            .toList();
    assertThat(titles(data(set).resolve("paragraphs.json"))).containsAll(headings);
    assertThat(headings).hasSizeGreaterThanOrEqualTo(articles - articles / 200);
    assertThat(joined(SPLITTER.split(document))).isEqualTo(document.text());
  }

  @Test
  void readsAFolderOfMixedTextsCompletely() throws Exception {
    List<Document> documents = new ArrayList<>();
    IngestSink.read(FileIngest.of(data("messy_text"), "messy"), new CollectedDocuments(documents));
    assertThat(documents).hasSize(12);
    for (Document document : documents) {
      List<Chunk> chunks = SPLITTER.split(document);
      assertThat(joined(chunks)).isEqualTo(document.text());
      assertThat(chunks).allSatisfy(chunk -> assertThat(chunk.tokens()).isLessThan(1_100));
      long marks = document.headings().size();
      assertThat(chunks.stream().flatMap(chunk -> chunk.sentences().stream()))
          .filteredOn(Sentence::isHeading)
          .as("heading lines of %s", document.id())
          .hasSize((int) marks);
    }
  }

  private static ParsedFile chunks(Path file, String id) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new ChunksJsonParser().parse(id, in);
    }
  }

  private static Set<String> titles(Path file) throws IOException {
    Set<String> titles = new HashSet<>();
    for (JsonNode paragraph : new ObjectMapper().readTree(file.toFile())) {
      String text = paragraph.asText();
      titles.add(text.substring(text.indexOf(':') + 1, text.indexOf('\n')).strip());
    }
    return titles;
  }

  private static String joined(List<Chunk> chunks) {
    return chunks.stream().map(Chunk::text).collect(Collectors.joining());
  }

  private static Path data(String folder) {
    Path path = Path.of(System.getProperty("arag.data", "none"), folder);
    Assumptions.assumeTrue(Files.exists(path), "real data is absent");
    return path;
  }

  private record CollectedDocuments(List<Document> list) implements IngestSink {
    @Override
    public void document(Document document, String contentHash) {
      list.add(document);
    }

    @Override
    public void skipped(Skip skip) {
      throw new AssertionError(skip);
    }
  }
}
