package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Splits the same 25 paragraphs in eight languages. */
class XquadTest {
  private static final Splitter SPLITTER = new Splitter(64, TokenCounter.o200k());

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "ru", "tr", "zh", "ar", "hi", "th"})
  void splitsParagraphsInTheirLanguageWithoutLoss(String language) throws IOException {
    long sentences = 0;
    Map<String, Integer> languages = new TreeMap<>();
    for (JsonNode paragraph : paragraphs(language)) {
      String text = paragraph.asText();
      Document document = Document.of("d", text);
      List<Chunk> chunks = SPLITTER.split(document);
      SplitterTest.checkInvariants(document, chunks);
      for (Chunk chunk : chunks) {
        for (Sentence sentence : chunk.sentences()) {
          assertThat(text.startsWith(sentence.text(), sentence.offset())).isTrue();
        }
      }
      languages.merge(Splitter.language(document), 1, Integer::sum);
      sentences += chunks.stream().mapToLong(chunk -> chunk.sentences().size()).sum();
    }
    assertThat(sentences).isBetween(100L, 200L);
    assertThat(languages.get(language))
        .as("detected languages: " + languages)
        .isGreaterThanOrEqualTo(22);
    assertThat(languages.keySet()).isSubsetOf(language, "und");
  }

  private static JsonNode paragraphs(String language) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "none"));
    Path file = data.resolve("xquad_mini").resolve(language).resolve("paragraphs.json");
    Assumptions.assumeTrue(Files.exists(file), "real data is absent");
    return new ObjectMapper().readTree(file.toFile());
  }
}
