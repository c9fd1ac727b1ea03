package dev.arag.extractive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Measures how often the answers of the rule-based model contain the gold answer. The questions are
 * those with which the rules of the model were tuned.
 */
@Tag("full")
class ExtractiveChatModelMeasurementTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void answersTheQuestionsItsRulesWereTunedOn(TestReporter reporter) throws IOException {
    Path folder = Path.of(System.getProperty("arag.data", "")).resolve("ircot_demos");
    Assumptions.assumeTrue(
        Files.exists(folder.resolve("questions.json")), "The data set is not available.");
    Agent agent =
        Agent.builder(corpus(folder.resolve("chunks.json")), new ExtractiveChatModel()).build();
    JsonNode questions = JSON.readTree(folder.resolve("questions.json").toFile());
    int contained = 0;
    int inLineOne = 0;
    int verified = 0;
    int citations = 0;
    StringBuilder missed = new StringBuilder();
    for (JsonNode question : questions) {
      Answer answer = agent.ask(question.path("question").asText());
      List<String> golds = golds(question);
      boolean holds = golds.stream().anyMatch(gold -> contains(answer.text(), gold));
      boolean isShort = golds.stream().anyMatch(gold -> contains(answer.shortAnswer(), gold));
      contained += holds ? 1 : 0;
      inLineOne += isShort ? 1 : 0;
      citations += answer.citations().size();
      verified +=
          (int) answer.citations().stream().filter(ExtractiveChatModelMeasurementTest::ok).count();
      answer.citations().stream()
          .filter(citation -> !ok(citation))
          .forEach(citation -> missed.append("! ").append(citation).append('\n'));
      if (!isShort) {
        missed.append(holds ? "~ " : "- ").append(question.path("question").asText());
        missed.append("\n    gold ").append(golds).append("  got ");
        missed.append(answer.text().replace("\n", " | ")).append('\n');
      }
    }
    String result =
        "answer contains gold %d, line 1 alone %d, of %d; citations verified %d of %d"
            .formatted(contained, inLineOne, questions.size(), verified, citations);
    reporter.publishEntry("rule-based model, ircot_demos", result);
    Files.writeString(Path.of("target", "extractive-ircot.txt"), missed + result + "\n");
    assertThat(verified).isEqualTo(citations);
  }

  private static boolean ok(Citation citation) {
    return citation.verdict().isVerified();
  }

  private static List<String> golds(JsonNode question) {
    List<String> golds = new ArrayList<>(List.of(question.path("answer").asText()));
    question.path("answer_aliases").forEach(alias -> golds.add(alias.asText()));
    return golds;
  }

  /**
   * Whether an answer contains a gold answer. As in SQuAD's evaluation, case, articles, and
   * punctuation are ignored.
   */
  private static boolean contains(String answer, String gold) {
    return (" " + normal(answer) + " ").contains(" " + normal(gold) + " ");
  }

  private static String normal(String text) {
    String plain =
        text.toLowerCase(Locale.ROOT)
            .codePoints()
            .mapToObj(
                c ->
                    Character.isLetterOrDigit(c)
                        ? Character.toString(c)
                        : Character.isWhitespace(c) ? " " : "")
            .collect(Collectors.joining());
    return Arrays.stream(plain.split("\\s+"))
        .filter(word -> !List.of("a", "an", "the", "").contains(word))
        .collect(Collectors.joining(" "));
  }

  private static Corpus corpus(Path chunks) throws IOException {
    List<Document> documents = new ArrayList<>();
    for (JsonNode chunk : JSON.readTree(chunks.toFile())) {
      String line = chunk.asText();
      int colon = line.indexOf(':');
      documents.add(document(line.substring(0, colon), line.substring(colon + 1)));
    }
    return InMemoryCorpus.of(new HashEmbedder(), documents);
  }

  /** Creates a document. Each block of the text is an article that starts with its title. */
  private static Document document(String id, String text) {
    Document.Builder builder = Document.builder(id, text);
    int start = 0;
    for (String block : text.split("\n\n")) {
      int end = block.indexOf('\n');
      if (end > 0) {
        builder.heading(start, List.of(block.substring(0, end)));
      }
      start += block.length() + 2;
    }
    return builder.build();
  }
}
