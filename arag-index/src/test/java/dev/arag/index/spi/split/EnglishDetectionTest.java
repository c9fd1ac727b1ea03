package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Checks that short English paragraphs, many with foreign names, are detected as English or as
 * unknown.
 */
class EnglishDetectionTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void detectsEnglishOrNoLanguage() throws IOException {
    Map<String, Integer> languages = new TreeMap<>();
    count("musique_train100", languages);
    count("hotpotqa_train100", languages);
    System.out.println("languages of short English paragraphs: " + languages);
    assertThat(languages.keySet()).isSubsetOf("en", "und");
    assertThat(languages.get("en")).isGreaterThan(9 * languages.get("und"));
  }

  private static void count(String set, Map<String, Integer> languages) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "none"));
    Path file = data.resolve(set).resolve("paragraphs.jsonl");
    Assumptions.assumeTrue(Files.exists(file), "real data is absent");
    for (String line : Files.readAllLines(file)) {
      String text = JSON.readTree(line).path("text").asText();
      languages.merge(Splitter.language(Document.of("d", text)), 1, Integer::sum);
    }
  }
}
