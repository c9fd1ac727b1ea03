package dev.arag.agent.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReplySanitizerTest {
  private static final List<RetrievalTool> TOOLS = Toolbox.of(InMemoryCorpus.of()).tools();
  private static final String WRITTEN =
      "<tool_call>{\"name\": \"chunk_read\", \"arguments\": {\"chunk_ids\": [\"k1\"]}}</tool_call>";
  private static final ToolCall CALL = ToolCall.of("a", "chunk_read", "{}");

  private static Reply reply(String text, Reply.Finish finish, ToolCall... calls) {
    return new Reply(
        new Message.Assistant(text, "", List.of(calls), Map.of()), finish, null, "tiny");
  }

  private static Reply clean(String text, Reply.Finish finish, ToolCall... calls) {
    return ReplySanitizer.of(reply(text, finish, calls), List.of(), TOOLS);
  }

  @ParameterizedTest
  @CsvSource({
    "<think>Hm.</think>In Tarn., In Tarn.",
    "'<think>\n</think>\n\nIn Tarn.', In Tarn.",
    "<think>a</think><think>b</think>In Tarn., In Tarn.",
    "Hm. So</think>In Tarn., In Tarn.",
    "<think>Hm. And then, ''",
    "[THINK]Hm.[/THINK]In Tarn., In Tarn.",
    "◁think▷Hm.◁/think▷In Tarn., In Tarn.",
    "<thinking>Hm.</thinking>In Tarn., In Tarn.",
    "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>In Tarn., In Tarn.",
    "In Tarn., In Tarn.",
    "'A <b>bold</b> town', 'A <b>bold</b> town'"
  })
  void removesReasoningFromTheText(String written, String answer) {
    assertThat(clean(written, Reply.Finish.STOP).text()).isEqualTo(answer);
  }

  @Test
  void ignoresACallInsideReasoning() {
    Reply reply = clean("<think>" + WRITTEN + "</think>In Tarn.", Reply.Finish.STOP);
    assertThat(reply.calls()).isEmpty();
    assertThat(reply.text()).isEqualTo("In Tarn.");
  }

  @Test
  void assignsANewIdToACallWrittenAsText() {
    List<Message> request =
        List.of(
            new Message.Assistant("", "", List.of(ToolCall.of("call00002", "x", "{}")), Map.of()));
    Reply reply =
        ReplySanitizer.of(reply("I read. " + "\n" + WRITTEN, Reply.Finish.STOP), request, TOOLS);
    assertThat(reply.text()).isEqualTo("I read.");
    assertThat(reply.calls()).hasSize(1);
    assertThat(reply.calls().get(0).id()).matches("call\\d{5}").isNotEqualTo("call00002");
    assertThat(reply.calls().get(0).name()).isEqualTo("chunk_read");
  }

  @Test
  void ignoresCallsInTruncatedText() {
    assertThat(clean(WRITTEN, Reply.Finish.LENGTH).calls()).isEmpty();
  }

  @Test
  void removesTheCallsOfAFilteredReply() {
    assertThat(clean("", Reply.Finish.CONTENT_FILTER, CALL).calls()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Reply.Finish.class)
  void removesTheCallsOfAClosingReply(Reply.Finish finish) {
    Reply closing = ReplySanitizer.ofClosing(reply("In Tarn.\n" + WRITTEN, finish, CALL), TOOLS);
    assertThat(closing.calls()).isEmpty();
    assertThat(closing.text()).isEqualTo("In Tarn.");
  }

  @Test
  void removesCallsBeyondTheLimit() {
    ToolCall[] calls =
        IntStream.range(0, 500)
            .mapToObj(i -> ToolCall.of("c" + i, "chunk_read", "{}"))
            .toArray(ToolCall[]::new);
    assertThat(clean("", Reply.Finish.TOOL_CALLS, calls).calls()).hasSize(64);
  }

  @Test
  void doesNotChangeAnOrdinaryReply() {
    Reply reply = reply("In Tarn [k2].", Reply.Finish.STOP);
    assertThat(ReplySanitizer.of(reply, List.of(), TOOLS)).isSameAs(reply);
  }
}
