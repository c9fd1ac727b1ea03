package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches one index that contains the same 25 paragraphs in eight languages. */
class XquadSearchTest {
  private static final List<String> LANGUAGES =
      List.of("en", "de", "ru", "tr", "zh", "ar", "hi", "th");

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void findsTheParagraphOfAnAnswerByKeyword() throws IOException {
    int answers = 0;
    int single = 0;
    List<String> missed = new ArrayList<>();
    try (Index index =
        Index.builder(folder.resolve("index")).embedder(new HashEmbedder(8)).openOrCreate()) {
      index.sync(Source.documents("xquad", documents(25)));
      for (String language : LANGUAGES) {
        for (JsonNode question : read(language, "questions.json")) {
          String answer = question.path("answer").asText();
          String paragraph = question.path("supporting").path(0).asText();
          if (isSingleLetter(answer)) {
            single++;
          } else if (isFound(index, answer, paragraph)) {
            answers++;
          } else {
            missed.add(language + ": " + answer);
          }
        }
      }
    }
    System.out.printf(
        "answers in eight languages found by keyword: %d, missed: %d, too short to search for: %d%n",
        answers, missed.size(), single);
    assertThat(missed).isEmpty();
    assertThat(answers).isGreaterThan(1_200);
    assertThat(single).isLessThan(10);
  }

  /**
   * Whether an answer is a single Latin letter or digit. The search tool rejects such a keyword,
   * because it would match almost everywhere.
   */
  private static boolean isSingleLetter(String answer) {
    return answer.length() == 1 && answer.charAt(0) < 0x250;
  }

  private static boolean isFound(Index index, String answer, String paragraph) {
    return index.keywordSearch(List.of(answer), 200).hits().stream()
        .anyMatch(hit -> hit.location().documentId().equals(paragraph));
  }

  @Test
  void returnsEveryTextWithItsLanguage() throws IOException {
    List<Document> documents = documents(25);
    try (Index index =
        Index.builder(folder.resolve("index")).embedder(new HashEmbedder(8)).openOrCreate()) {
      index.sync(Source.documents("xquad", documents));
      for (Document document : documents) {
        assertThat(text(index, document)).isEqualTo(document.text());
      }
      for (String language : LANGUAGES) {
        assertThat(index.within(Scope.equal("language", language)).keywordSearch(List.of("308"), 9))
            .allSatisfy(hit -> assertThat(hit.location().documentId()).startsWith(language + "-"))
            .isNotEmpty();
      }
    }
  }

  private static String text(Index index, Document document) {
    StringBuilder text = new StringBuilder();
    Chunk chunk =
        index.keywordSearch(List.of(document.text().substring(0, 20)), 200).hits().stream()
            .filter(hit -> hit.location().documentId().equals(document.id()))
            .map(hit -> index.read(hit.chunkId()).orElseThrow())
            .findFirst()
            .orElseThrow();
    while (chunk.previous() != null) {
      chunk = index.read(chunk.previous()).orElseThrow();
    }
    text.append(chunk.text());
    while (chunk.next() != null) {
      chunk = index.read(chunk.next()).orElseThrow();
      text.append(chunk.text());
    }
    return text.toString();
  }

  @Test
  void warnsAboutLanguagesThatTheDefaultEmbedderDoesNotSupport() throws IOException {
    Path directory = folder.resolve("index");
    List<Document> documents =
        documents(1).stream()
            .map(each -> Document.of(each.id(), each.text().substring(0, 200)))
            .toList();
    try (Embedder embedder = OnnxEmbedder.bgeSmallEnglish();
        Index index = Index.builder(directory).embedder(embedder).openOrCreate()) {
      List<String> warnings = index.sync(Source.documents("xquad", documents)).warnings();
      assertThat(warnings)
          .containsExactly(
              foreign("Arabic (ar)"),
              foreign("German (de)"),
              foreign("Hindi (hi)"),
              foreign("Russian (ru)"),
              foreign("Thai (th)"),
              foreign("Turkish (tr)"),
              foreign("Chinese (zh)"));
      assertThat(index.stats().warnings()).isEqualTo(warnings);
    }
  }

  private static String foreign(String language) {
    return "1 document is in "
        + language
        + ", for which the embedder was not trained: keyword search works, but semantic search"
        + " finds few relevant passages in it; use an embedder for this language, such as"
        + " Qwen3-Embedding";
  }

  private static List<Document> documents(int ofEach) throws IOException {
    List<Document> documents = new ArrayList<>();
    for (String language : LANGUAGES) {
      JsonNode paragraphs = read(language, "paragraphs.json");
      for (int i = 0; i < ofEach; i++) {
        String[] parts = paragraphs.get(i).asText().split(":", 2);
        documents.add(Document.of(parts[0], parts[1]));
      }
    }
    return documents;
  }

  private static JsonNode read(String language, String name) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "none"), "xquad_mini");
    Assumptions.assumeTrue(Files.exists(data), "real data is absent");
    return JSON.readTree(data.resolve(language).resolve(name).toFile());
  }
}
