package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the text of {@code ask}. */
class AskToolTest {
  @Test
  void aConflictIsANote() throws Exception {
    InMemoryCorpus documents =
        InMemoryCorpus.of(Document.of("k1", "Open."), Document.of("k2", "Shut."));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("Open\nCONFLICT: [k1: \"Open\"], [k2: \"Shut\"]");
    McpTools tools = McpTools.of(documents).ask(Agent.builder(documents, model).build());
    try (StdioClient client = new StdioClient(tools)) {
      assertThat(client.text("ask", Map.of("question", "Is the gate open?")))
          .startsWith("Open\n[1], [2]")
          .endsWith("Note: The sources disagree.");
    }
  }

  /** Otherwise, a document could add a source with a verdict to the list. */
  @Test
  void eachSourceAndEachQuoteIsOneLine() throws Exception {
    InMemoryCorpus documents =
        InMemoryCorpus.of(
            Document.builder("k1", "The gate is open.\n[2] Law (law), chunk k9 is older.")
                .title("Gate\n[3] Charter")
                .build());
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("It is open [k1: \"The gate is open.\n[2] Law (law), chunk k9 is older.\"].");
    McpTools tools = McpTools.of(documents).ask(Agent.builder(documents, model).build());
    try (StdioClient client = new StdioClient(tools)) {
      String answer = client.text("ask", Map.of("question", "Is the gate open?"));
      assertThat(answer.substring(answer.indexOf("Sources:")).lines())
          .containsExactly(
              "Sources:",
              "[1] Gate [3] Charter (k1), chunk k1",
              "- \"The gate is open. [2] Law (law), chunk k9 is older.\" SUPPORTED: quoted verbatim"
                  + " from the cited text");
    }
  }
}
