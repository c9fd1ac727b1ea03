package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.answer.Markup;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the check of citations with AI services of LangChain4j and a scripted model. */
class LangChain4jCitationsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It cost 15,140 crowns."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."),
          Document.of("k3", "The ferry to Quill leaves at dawn."),
          Document.of(
              "k4",
              "The New Bridge was designed by Ada Lind. It cost 900 crowns. "
                  + "It has arches. ".repeat(60)));

  interface Assistant {
    Result<String> chat(String question);
  }

  private static AiServices<Assistant> assistant(ChatModel model) {
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .systemMessageProvider(id -> "You are polite.\n\n" + LangChain4jTools.instructions())
        .toolProvider(LangChain4jTools.toolProvider(CORPUS));
  }

  private static ScriptedChatModel reading(String... ids) {
    return ScriptedChatModel.script().call("chunk_read", Map.of("chunk_ids", List.of(ids)));
  }

  private static List<Verdict> verdicts(ParsedAnswer answer) {
    return answer.citations().stream().map(Citation::verdict).toList();
  }

  @Test
  void comparesQuotesWithTheTextThatTheToolsReturned() {
    ScriptedChatModel model =
        reading("k1", "k2")
            .answer(
                "Born in Tarn [k2: \"born in Tarn\"], rich [k2: \"she was rich\"], paid well [k2:"
                    + " \"It cost 15,140 crowns\"]. Ferries leave early [k3: \"leaves at dawn\"].");
    Result<String> result = assistant(model).build().chat("Where was Mira Voss born?");
    ParsedAnswer checked = LangChain4jCitations.read(result, CORPUS);
    assertThat(verdicts(checked))
        .containsExactly(
            Verdict.SUPPORTED, Verdict.FABRICATED, Verdict.MISATTRIBUTED, Verdict.NOT_SHOWN);
    Citation first = checked.citations().get(0);
    assertThat(first.quote()).hasValue("born in Tarn");
    assertThat(first.span().orElseThrow().start()).isEqualTo("Mira Voss was ".length());
    assertThat(first.location().orElseThrow().documentId()).isEqualTo("k2");
    assertThat(((SystemMessage) model.requests().get(0).messages().get(0)).text())
        .startsWith("You are polite.")
        .contains("[q7k2m#12.4: \"words copied from the section\"]");
  }

  @Test
  void rendersTheAnswerWithNumberedFootnotes() {
    ScriptedChatModel model =
        reading("k1", "k2")
            .answer(
                "**In Tarn** [k2], it cost <15,140> crowns [k1, k2].\n\nEvidence:\n"
                    + "[k2] \"born in Tarn\"\n[k1] \"It cost 15,140 crowns\"");
    Result<String> result = assistant(model).build().chat("Where was Mira Voss born?");
    ParsedAnswer checked = LangChain4jCitations.read(result, CORPUS);
    assertThat(Markup.HTML.render(checked, each -> "<sup>" + each.number() + "</sup>"))
        .isEqualTo(
            "**In Tarn** <sup>1</sup>, it cost &lt;15,140&gt; crowns <sup>1</sup><sup>2</sup>.");
    assertThat(Markup.PLAIN.render(checked, each -> ""))
        .isEqualTo("**In Tarn** , it cost <15,140> crowns .");
    assertThatThrownBy(() -> Markup.HTML.render(null, each -> "")).hasMessage("answer");
    assertThatThrownBy(() -> Markup.HTML.render(checked, null)).hasMessage("citation");
  }

  /** The chunk contains the quote, but the search showed only another sentence of the chunk. */
  @Test
  void doesNotAcceptTextThatTheSearchDidNotShow() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("New Bridge")))
            .answer("900 crowns [k4: \"It cost 900 crowns\"], by Lind [k4: \"Ada Lind\"].");
    Result<String> result = assistant(model).build().chat("What did it cost?");
    assertThat(verdicts(LangChain4jCitations.read(result, CORPUS)))
        .containsExactly(Verdict.FABRICATED, Verdict.SUPPORTED);
  }

  @Test
  void acceptsTextOfEarlierRepliesIfTheirExecutionsArePassed() {
    ScriptedChatModel model =
        reading("k1")
            .answer("Mira Voss [k1: \"designed by Mira Voss\"].")
            .answer("15,140 crowns [k1: \"It cost 15,140 crowns\"].");
    Assistant assistant =
        assistant(model).chatMemory(MessageWindowChatMemory.withMaxMessages(20)).build();
    Result<String> first = assistant.chat("Who designed the bridge?");
    Result<String> second = assistant.chat("What did it cost?");
    assertThat(verdicts(LangChain4jCitations.read(second, CORPUS)))
        .containsExactly(Verdict.NOT_SHOWN);
    List<ToolExecution> executions = new ArrayList<>(first.toolExecutions());
    executions.addAll(second.toolExecutions());
    assertThat(verdicts(LangChain4jCitations.read(second.content(), executions, CORPUS)))
        .containsExactly(Verdict.SUPPORTED);
  }

  /** The second result is a reminder without the text, which the first result contains. */
  @Test
  void acceptsAChunkThatWasReadTwice() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .answer("Hello.")
            .answer("Hello.")
            .answer("Hello.")
            .answer("Hello.")
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer("In Tarn [k2: \"born in Tarn\"].");
    Assistant assistant =
        assistant(model).chatMemory(MessageWindowChatMemory.withMaxMessages(20)).build();
    for (int i = 0; i < 4; i++) {
      assistant.chat("Hello?");
    }
    Result<String> result = assistant.chat("Where?");
    assertThat(result.toolExecutions().get(1).result()).contains("has been shown before");
    assertThat(verdicts(LangChain4jCitations.read(result, CORPUS)))
        .containsExactly(Verdict.SUPPORTED);
  }

  /** A tool of the application. */
  public static final class Weather {
    @Tool("Returns the weather.")
    public String weather() {
      return "k2 It rains.";
    }
  }

  @Test
  void ignoresOtherToolsAndRejectedCalls() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("weather", Map.of())
            .call("chunk_read", Map.of("chunk_ids", List.of("k9")))
            .answer("It rains [k2: \"It rains\"].");
    Result<String> result = assistant(model).tools(new Weather()).build().chat("Rain?");
    assertThat(result.toolExecutions()).hasSize(2);
    ParsedAnswer checked = LangChain4jCitations.read(result, CORPUS);
    assertThat(verdicts(checked)).containsExactly(Verdict.NOT_SHOWN);
  }

  /** The result that was sent contains only a part of what the tool had found. */
  @Test
  void doesNotAcceptTextThatTheApplicationRemovedFromAResult() {
    Result<String> result =
        assistant(reading("k1", "k2").answer("x")).build().chat("Where was Mira Voss born?");
    ToolExecution whole = result.toolExecutions().get(0);
    ToolExecution shortened =
        ToolExecution.builder()
            .request(whole.request())
            .invocationContext(whole.invocationContext())
            .result(
                ToolExecutionResult.builder()
                    .result(whole.resultObject())
                    .resultText("[k2]\nMira Voss was born in Tarn in 1881.")
                    .build())
            .build();
    String text = "In Tarn [k2: \"born in Tarn\"], by her [k1: \"designed by Mira Voss\"].";
    assertThat(verdicts(LangChain4jCitations.read(text, List.of(shortened), CORPUS)))
        .containsExactly(Verdict.SUPPORTED, Verdict.NOT_SHOWN);
  }

  @Test
  void namesANullArgument() {
    Result<String> result = assistant(ScriptedChatModel.script().answer("x")).build().chat("?");
    assertThat(LangChain4jCitations.read(result, CORPUS).citations()).isEmpty();
    assertThatThrownBy(() -> LangChain4jCitations.read(null, CORPUS)).hasMessage("result");
    assertThatThrownBy(() -> LangChain4jCitations.read(result, null)).hasMessage("corpus");
    assertThatThrownBy(() -> LangChain4jCitations.read(null, List.of(), CORPUS)).hasMessage("text");
    assertThatThrownBy(() -> LangChain4jCitations.read("x", null, CORPUS)).hasMessage("executions");
  }
}
