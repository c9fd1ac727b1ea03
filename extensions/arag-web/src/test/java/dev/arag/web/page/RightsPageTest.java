package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a reader of an index with rights. */
@Timeout(120)
class RightsPageTest {
  private static final String QUESTION = "What does Jo earn?";

  @TempDir private Path directory;
  private Index index;

  private static Document pay(String principal) {
    return Document.builder("pay", "Jo Marsh earns 4711 euros.")
        .oneChunk(ChunkId.of("pay"))
        .readableBy(principal)
        .build();
  }

  @BeforeEach
  void open() {
    index = Index.builder(directory.resolve("a.arag")).withoutEmbeddings().rights().openOrCreate();
    index.put(
        "all",
        List.of(
            pay("group:hr"),
            Document.builder("open", "The ferry leaves at noon.").readableBy("*").build()));
  }

  @AfterEach
  void close() {
    index.close();
  }

  private PageServer.Builder page() {
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("pay")))
            .answer("She earns 4711 euros [pay: \"earns 4711 euros\"].");
    return PageServer.builder(index, Agent.builder(index, new TypingModel(script, 0)).build());
  }

  private static JsonNode documents(PageClient client) throws IOException {
    return client.get("/api/documents").send().json();
  }

  private static JsonNode show(PageClient client) throws IOException {
    return client.get("/api/conversation?id=a").send().json().path("exchanges");
  }

  @Test
  void deletesAConversationWhenItsReaderMayNoLongerReadADocument() throws IOException {
    Path folder = directory.resolve("a.conversations.arag");
    Scope hr = Scope.readableBy("group:hr");
    for (Path stored : List.of(folder, directory)) {
      index.put("all", List.of(pay("group:hr")));
      PageServer.Builder page = page().scope(hr);
      try (PageServer server =
          (stored.equals(folder) ? page.conversations(folder) : page).start()) {
        PageClient client = PageClient.of(server);
        assertThat(documents(client).toString()).contains("\"pay\"", "\"open\"");
        client.ask("a", QUESTION).send();
        assertThat(show(client).toString()).contains("4711");
        String run = show(client).findValuesAsText("run").stream().findFirst().orElse("none");
        index.put("all", List.of(pay("group:board")));

        assertThat(client.get("/api/trajectory?id=a&run=" + run).send().status()).isEqualTo(404);
        assertThat(show(client)).isEmpty();
        assertThat(documents(client).toString()).contains("\"open\"").doesNotContain("\"pay\"");
        assertThat(client.get("/api/conversations").send().body()).doesNotContain(QUESTION);
        assertThat(client.get("/api/status").send().json().path("documents").isNull()).isTrue();
        assertThat(Files.exists(folder.resolve("a.conversation"))).isFalse();
      }
    }
  }

  @Test
  void showsNothingWithoutPrincipals() throws IOException {
    try (PageServer server = page().start()) {
      PageClient client = PageClient.of(server);
      assertThat(documents(client).toString()).doesNotContain("pay", "open", "2");
      assertThat(client.get("/api/status").send().json().path("documents").isNull()).isTrue();
    }
  }

  @Test
  void refusesToAddDocuments() {
    Scope scope = Scope.everything();
    assertThatThrownBy(() -> page().scope(scope).allowUploads(IngestLimits.defaults()).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rights");
    assertThatThrownBy(() -> page().sources(List.of(Source.path(directory))).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rights");
  }
}
