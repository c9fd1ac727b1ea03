package dev.arag.examples.cli;

import static dev.arag.examples.cli.Ran.arag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.trajectory.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arag ask} with the built-in model, over an index without vectors. */
final class CliAskTest {
  private static final String QUESTION = "Who designed the Old Bridge?";

  @TempDir Path folder;

  private Path index;

  @BeforeEach
  void indexOneDocument() throws IOException {
    Path document = folder.resolve("bridge.md");
    Files.writeString(document, "# The Old Bridge\n\nThe Old Bridge was designed by Mira Voss.\n");
    index = folder.resolve("my.arag");
    arag("index", index, document, "--encoder", "none", "--meta", "tenant=acme").endedWith(0);
  }

  @Test
  void theObjectHasItsFields() {
    Ran ran = arag("ask", "--json", index, QUESTION).endedWith(0);
    JsonNode answer = ran.json();
    CliTest.assertFields(
        answer,
        "answer shortAnswer stopReason model strategy profile warnings citations turns toolCalls"
            + " retrievedTokens inputTokens outputTokens seconds");
    assertThat(answer.get("answer").asText()).contains("Mira Voss");
    assertThat(answer.get("stopReason").asText()).isEqualTo("ANSWERED");
    assertThat(answer.get("model").asText()).isEqualTo("extractive");
    JsonNode citation = answer.get("citations").get(0);
    CliTest.assertFields(
        citation, "chunk quote verdict document start end page title heading language");
    assertThat(citation.get("verdict").asText()).isEqualTo("SUPPORTED");
    assertThat(citation.get("document").asText()).isEqualTo("bridge.md");
    assertThat(citation.get("page").isNull()).isTrue();
    assertThat(ran.err().lines()).hasSize(1).allMatch(line -> line.contains("extractive"));
  }

  @Test
  void peopleReadTheAnswerItsSourcesAndTheSteps() {
    Ran ran = arag("ask", index, QUESTION, "--steps").endedWith(0);
    assertThat(ran.out()).contains("Mira Voss", "SUPPORTED", "bridge.md", "answered");
    assertThat(ran.err()).contains("1  keyword_search", "-> ");
  }

  @Test
  void theTraceIsTheWholeRun() {
    Path trace = folder.resolve("run.json");
    arag("ask", index, QUESTION, "--trace", trace).endedWith(0);
    Trajectory run = Trajectory.read(trace);
    assertThat(run.question()).isEqualTo(QUESTION);
    assertThat(run.answer()).isPresent();
  }

  @Test
  void whatIsOutOfScopeIsNotFound() {
    Ran ran = arag("ask", "--json", index, QUESTION, "--scope", "tenant=other");
    assertThat(ran.json().get("retrievedTokens").asInt()).isZero();
    assertThat(ran.json().get("citations")).isEmpty();
  }

  @Test
  void limitsAreKept() {
    Ran ran =
        arag("ask", "--json", index, QUESTION, "--max-turns", "1", "--timeout", "30s").endedWith(0);
    assertThat(ran.json().get("turns").asInt()).isLessThanOrEqualTo(2);
  }
}
