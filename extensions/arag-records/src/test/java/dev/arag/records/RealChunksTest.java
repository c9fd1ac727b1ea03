package dev.arag.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.split.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealChunksTest {
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

  private static ParsedFile chunks(Path file, String id) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ChunksJsonParser.byExtension().parse(id, in);
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
}
