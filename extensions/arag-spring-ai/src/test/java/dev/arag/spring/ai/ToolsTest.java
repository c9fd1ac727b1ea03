package dev.arag.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.tools.Toolbox;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** The tools and the retriever in chat clients with a scripted model. */
@Timeout(60)
class ToolsTest {
  private static final String READ = "{\"chunk_ids\":[\"k1\"]}";

  private static String lastResult(ScriptedSpringModel model) {
    List<Prompt> prompts = model.prompts();
    return prompts.get(prompts.size() - 1).getInstructions().stream()
        .filter(ToolResponseMessage.class::isInstance)
        .map(each -> ((ToolResponseMessage) each).getResponses().get(0).responseData())
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  @Test
  void aClientSearchesAndReads() {
    ScriptedSpringModel model =
        new ScriptedSpringModel(
            Fixtures.call("keyword_search", "{\"keywords\":[\"Voss\"]}"),
            Fixtures.call("chunk_read", READ),
            Fixtures.text("Mira Voss."),
            Fixtures.call("chunk_read", READ),
            Fixtures.text("15 crowns."));
    ChatClient client =
        ChatClient.builder(model)
            .defaultSystem(SpringAi.instructions())
            .defaultTools(SpringAi.tools(Fixtures.corpus()))
            .defaultAdvisors(
                MessageChatMemoryAdvisor.builder(MessageWindowChatMemory.builder().build()).build())
            .defaultAdvisors(a -> a.param(ChatMemory.CONVERSATION_ID, "c"))
            .build();
    assertThat(client.prompt(Fixtures.QUESTION).call().content()).isEqualTo("Mira Voss.");
    assertThat(lastResult(model)).contains("designed by Mira Voss");
    // The tools do not know the conversation, so the whole text is shown again.
    assertThat(client.prompt("What did it cost?").call().content()).isEqualTo("15 crowns.");
    assertThat(lastResult(model)).contains("It cost 15 crowns");
  }

  /** The ids that a search shows can be read by another call, which has another tracker. */
  @Test
  void idsOfOneCallCanBeReadByAnother() {
    Map<String, ToolCallback> tools = byName(SpringAi.tools(Fixtures.corpus()).getToolCallbacks());
    String found = tools.get("keyword_search").call("{\"keywords\":[\"Voss\"]}");
    String id = found.replaceAll("(?s).*\\[([^\\]]+)\\].*", "$1");
    assertThat(tools.get("chunk_read").call("{\"chunk_ids\":[\"" + id + "\"]}"))
        .contains("It cost 15 crowns");
  }

  private static Map<String, ToolCallback> byName(ToolCallback[] tools) {
    return java.util.Arrays.stream(tools)
        .collect(
            java.util.stream.Collectors.toMap(
                each -> each.getToolDefinition().name(), each -> each));
  }

  /** If the description of the tool changes, the sentence to be removed must change, too. */
  @Test
  void noDescriptionPromisesThatTextIsSentOnlyOnce() {
    assertThat(Toolbox.of(Fixtures.corpus()).tools())
        .filteredOn(tool -> tool.description().contains("Text you already have is not sent again."))
        .hasSize(1);
    for (ToolCallback tool : SpringAi.tools(Fixtures.corpus()).getToolCallbacks()) {
      assertThat(tool.getToolDefinition().description()).doesNotContain("already have");
    }
  }

  @Test
  void anotherToolboxHasOtherTools() {
    assertThat(byName(SpringAi.tools(Fixtures.corpus(), ToolsTest::exploring).getToolCallbacks()))
        .containsKeys("outline", "find");
  }

  private static Toolbox exploring(Corpus corpus) {
    return Toolbox.exploring(corpus);
  }

  @Test
  void wrongArgumentsAreTextForTheModel() {
    Map<String, ToolCallback> tools = byName(SpringAi.tools(Fixtures.corpus()).getToolCallbacks());
    assertThat(tools.get("chunk_read").call("{\"chunk_ids\":[\"none\"]}")).contains("none");
    assertThat(tools.get("chunk_read").call("not JSON")).isNotBlank();
    assertThat(tools.get("keyword_search").call("{}")).contains("keywords");
  }

  @Test
  void aScopeInTheToolContextRestrictsEachTool() {
    ScriptedSpringModel model =
        new ScriptedSpringModel(Fixtures.call("chunk_read", READ), Fixtures.text("No."));
    ChatClient.create(model)
        .prompt(Fixtures.QUESTION)
        .tools(SpringAi.tools(Fixtures.corpus()))
        .toolContext(Map.of(SpringAi.SCOPE, Scope.equal("tenant", "elm")))
        .call()
        .content();
    assertThat(lastResult(model)).doesNotContain("Mira");
    ToolCallback read =
        byName(SpringAi.tools(Fixtures.corpus()).getToolCallbacks()).get("chunk_read");
    assertThatThrownBy(() -> read.call(READ, new ToolContext(Map.of(SpringAi.SCOPE, "elm"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Corpus failing() {
    return (Corpus)
        Proxy.newProxyInstance(
            ToolsTest.class.getClassLoader(),
            new Class<?>[] {Corpus.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("snapshot") || method.getName().equals("within")) {
                return proxy;
              }
              throw new CorpusException("/secret/path is gone");
            });
  }

  @Test
  void aFailureOfTheCorpusEndsTheCall() {
    ScriptedSpringModel model = new ScriptedSpringModel(Fixtures.call("chunk_read", READ));
    assertThatThrownBy(
            () ->
                ChatClient.create(model)
                    .prompt(Fixtures.QUESTION)
                    .tools(SpringAi.tools(failing()))
                    .call()
                    .content())
        .isInstanceOf(CorpusException.class);
  }

  @Test
  void anAgentIsATool() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer(Fixtures.CITED);
    ScriptedSpringModel assistant =
        new ScriptedSpringModel(
            Fixtures.call("ask_bridges", "{\"question\":\"Who designed it?\"}"),
            Fixtures.text("Mira Voss."));
    ToolCallback tool =
        SpringAi.agentTool(
            Agent.builder(Fixtures.corpus(), model).build(), "ask_bridges", "Knows bridges.");
    ChatClient.create(assistant).prompt(Fixtures.QUESTION).tools(tool).call().content();
    assertThat(lastResult(assistant))
        .startsWith("Mira Voss [1].\n\nSources:\n[1] Bridges of Tarn: \"designed by Mira Voss\"")
        .contains("SUPPORTED");
    assertThat(tool.getToolDefinition().inputSchema()).contains("\"required\":[\"question\"]");
    assertThat(tool.call("{}")).contains("\"question\" is missing");
  }

  @Test
  void anAgentWithoutAnAnswerSaysWhy() {
    ToolCallback tool =
        SpringAi.agentTool(
            Agent.builder(
                    Fixtures.corpus(), ScriptedChatModel.script().fail(new RuntimeException("x")))
                .build());
    assertThat(tool.call("{\"question\":\"Who?\"}"))
        .isEqualTo(
            "There is no answer. The model could not be reached, failed, or returned empty replies.");
  }

  @Test
  void aFailureOfTheAgentHasAMessageWithoutDetails() {
    ToolCallback tool =
        SpringAi.agentTool(
            Agent.builder(
                    failing(),
                    ScriptedChatModel.script()
                        .call("chunk_read", Map.of("chunk_ids", List.of("k1"))))
                .build());
    assertThatThrownBy(() -> tool.call("{\"question\":\"Who?\"}"))
        .isInstanceOf(ToolExecutionException.class)
        .hasMessage("The documents could not be searched.")
        .hasRootCauseMessage("/secret/path is gone");
  }

  @Test
  void theRetrieverReturnsDocuments() {
    DocumentRetriever retriever = SpringAi.documentRetriever(Fixtures.corpus(), 1);
    Document found = retriever.retrieve(new Query("designed by Mira Voss")).get(0);
    assertThat(found.getId()).isEqualTo("k1");
    assertThat(found.getText()).contains("It cost 15 crowns");
    assertThat(found.getScore()).isPositive();
    assertThat(found.getMetadata())
        .containsEntry("chunk_id", "k1")
        .containsEntry("document_id", "k1")
        .containsEntry("title", "Bridges of Tarn")
        .containsEntry("tenant", "tarn");
    Query scoped =
        Query.builder()
            .text("designed by Mira Voss")
            .context(Map.of(SpringAi.SCOPE, Scope.equal("tenant", "elm")))
            .build();
    assertThat(retriever.retrieve(scoped)).extracting(Document::getId).containsExactly("k2");
    assertThatThrownBy(() -> SpringAi.documentRetriever(Fixtures.corpus(), 0))
        .hasMessage("topK must be >= 1, was 0");
  }

  @Test
  void theRetrieverOfAnEmptyCorpusReturnsNothing() {
    assertThat(SpringAi.documentRetriever(InMemoryCorpus.of(), 3).retrieve(new Query("anything")))
        .isEmpty();
  }

  @Test
  void anAdvisorPassesTheScopeToTheRetriever() {
    ScriptedSpringModel model = new ScriptedSpringModel(Fixtures.text("Ada Lind."));
    ChatClient.create(model)
        .prompt(Fixtures.QUESTION)
        .advisors(
            RetrievalAugmentationAdvisor.builder()
                .documentRetriever(SpringAi.documentRetriever(Fixtures.corpus(), 5))
                .build())
        .advisors(a -> a.param(SpringAi.SCOPE, Scope.equal("tenant", "elm")))
        .call()
        .content();
    assertThat(model.prompts().get(0).getUserMessage().getText())
        .contains("Ada Lind")
        .doesNotContain("Mira Voss");
  }
}
