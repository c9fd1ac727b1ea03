package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.split.Splitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class RealDataTest {
  private static final Splitter SPLITTER = new Splitter(1_000, TokenCounter.o200k());

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
