package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.paper.Paper;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whole runs in the paper profile. */
class PaperRunTest {
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("110", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("111", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));
  private static final String READ_BEFORE = "(This chunk has been read before)";

  private static Agent agent(ChatModel model, Budget.Builder budget) {
    return Agent.builder(CORPUS, model).profile(Paper.profile()).budget(budget.build()).build();
  }

  private static Answer ask(ScriptedChatModel model) {
    Answer answer = agent(model, Budget.builder()).ask(QUESTION);
    model.requests().forEach(PairingRules::check);
    return answer;
  }

  private static ToolCall read(String callId, String... ids) {
    ToolCall call = ToolCall.of("chunk_read", Map.of("chunk_ids", List.of(ids)));
    return ToolCall.of(callId, call.name(), call.arguments());
  }

  private static List<String> results(ChatRequest request) {
    return request.messages().stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(message -> ((ToolExecutionResultMessage) message).text())
        .toList();
  }

  private static String system(ChatRequest request) {
    return ((SystemMessage) request.messages().get(0)).text();
  }

  @Test
  void speaksOfChunksOnly() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("NOT FOUND");
    Answer answer = ask(model);
    ChatRequest request = model.requests().get(0);
    assertThat(system(request)).isEqualTo(Paper.profile().aragPrompt());
    assertThat(request.toolSpecifications())
        .extracting(tool -> tool.name() + " " + tool.parameters().properties().keySet())
        .containsExactly(
            "keyword_search [keywords, top_k]",
            "semantic_search [query, top_k]",
            "chunk_read [chunk_ids]");
    String texts = system(request) + request.toolSpecifications();
    assertThat(texts.toLowerCase()).doesNotContain("section", "<<<", ">>>", "heading", "neighbors");
    assertThat(answer.view().profile()).isEqualTo("paper");
    assertThat(Strategies.aragPrompt()).isEqualTo(Profile.standard().aragPrompt());
  }

  @Test
  void keepsItsOwnPromptWithACustomOneAndHasInstructionsWithoutFences() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("one").answer("two");
    Agent.builder(CORPUS, model)
        .profile(Paper.profile())
        .instructions("Answer in French.")
        .build()
        .ask(QUESTION);
    assertThat(system(model.requests().get(0)))
        .startsWith(Paper.profile().aragPrompt())
        .contains("Answer in French.")
        .doesNotContain("<<<");
    Agent.builder(CORPUS, model)
        .profile(Paper.profile())
        .strategy(Strategies.arag("Be brief."))
        .build()
        .ask(QUESTION);
    assertThat(system(model.requests().get(1))).isEqualTo("Be brief.");
  }

  @Test
  void runsAllCallsOfAReplyInOrder() {
    ToolCall[] calls =
        IntStream.range(0, 12)
            .mapToObj(i -> read("call" + i, i % 2 == 0 ? "110" : "111"))
            .toArray(ToolCall[]::new);
    ScriptedChatModel model = ScriptedChatModel.script().calls(calls).answer("In Tarn.");
    assertThat(ask(model).stopReason()).isEqualTo(StopReason.ANSWERED);
    List<String> results = results(model.requests().get(1));
    assertThat(results).hasSize(12);
    assertThat(results.get(0)).contains("[Chunk 110]", "designed by Mira Voss");
    assertThat(results.get(1)).contains("[Chunk 111]", "born in Tarn");
    assertThat(results.subList(2, 12)).allMatch(text -> text.contains(READ_BEFORE));
  }

  @Test
  void repeatsItsResultsUnchangedUntilTheClosingCall() {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (int i = 0; i < 6; i++) {
      model.call("keyword_search", Map.of("keywords", List.of("Tarn")));
    }
    model.answer("In Tarn.");
    Answer answer = agent(model, Budget.builder().maxTurns(6)).ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    assertThat(answer.text()).isEqualTo("In Tarn.");
    assertThat(model.requests()).hasSize(7);
    assertThat(results(model.requests().get(6)))
        .hasSize(6)
        .containsOnly(
            "Chunk ID: 111, Matched keywords in chunk:"
                + " ... Mira Voss was born in Tarn in 1881 ... Tarn lies in the north ...");
    assertThat(model.requests().subList(0, 6))
        .noneMatch(request -> request.toolChoice() == ToolChoice.NONE);
    assertThat(model.requests().get(6).toolChoice()).isEqualTo(ToolChoice.NONE);
    ChatMessage closing = model.requests().get(6).messages().get(14);
    assertThat(closing.toString()).contains("No tool calls are left.");
  }

  @Test
  void checksCitationsOfStoredIds() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Tarn")))
            .calls(read("r", "110"))
            .answer(
                "Tarn\nMira Voss designed it [110] and was born in Tarn [111].\n\nEvidence:\n"
                    + "[110] \"The Old Bridge was designed by Mira Voss.\"\n"
                    + "[111] \"Mira Voss was born in Tarn in 1881.\"\n"
                    + "[111] \"a town that nobody has ever seen\"");
    Answer answer = ask(model);
    assertThat(answer.citations())
        .extracting(each -> each.chunkId() + " " + each.verdict())
        .containsExactly("110 SUPPORTED", "111 SUPPORTED", "111 FABRICATED");
  }

  @Test
  void anEmptyListHasAnEmptyResult() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", "{\"chunk_ids\":[]}")
            .call("chunk_read", "{}")
            .calls(read("r", "112", "110"))
            .answer("In Tarn.");
    Answer answer = ask(model);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.trajectory().steps())
        .filteredOn(Step.ToolUse.class::isInstance)
        .first()
        .satisfies(step -> assertThat(((Step.ToolUse) step).observation().text()).isEmpty());
    List<String> results = results(model.requests().get(3));
    // Servers reject empty results, so the request contains a placeholder.
    assertThat(results.get(0)).isEqualTo("This call was not run.");
    assertThat(results.get(1)).isEqualTo("Error: No chunk IDs provided");
    assertThat(results.get(2)).startsWith("\n[Chunk 112] - Not found\n\n====");
  }

  @Test
  void sendsNoLoopMessages() {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (String word : List.of("Tarn", "Tarn", "Atlantis", "Lemuria", "Ys", "Avalon")) {
      model.call("keyword_search", Map.of("keywords", List.of(word)));
    }
    model.answer("In Tarn.");
    Answer answer = agent(model, Budget.builder().maxTurns(7)).ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.trajectory().steps()).noneMatch(Step.Correction.class::isInstance);
    assertThat(answer.trajectory().steps())
        .filteredOn(Step.ToolUse.class::isInstance)
        .extracting(step -> ((Step.ToolUse) step).observation().text())
        .hasSize(6)
        .allMatch(
            text ->
                text.startsWith("Chunk ID: ")
                    || text.startsWith("No results found for keywords: "));
  }
}
