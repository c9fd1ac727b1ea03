package dev.arag.agent.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.model.Message;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryNormalizerTest {
  private static final Message QUESTION = new Message.User("Where?");

  private static Message.Assistant calling(ToolCall... calls) {
    return new Message.Assistant("", "", List.of(calls), Map.of());
  }

  private static ToolCall call(String id) {
    return ToolCall.of(id, "chunk_read", "{}");
  }

  private static Message.ToolResult result(String id) {
    return new Message.ToolResult(id, "chunk_read", "text of " + id, false);
  }

  @Test
  void doesNotChangeAValidHistory() {
    List<Message> history =
        List.of(
            new Message.System("Be brief."),
            QUESTION,
            calling(call("a"), call("b")),
            result("a"),
            result("b"),
            Message.Assistant.of("Here."));
    assertThat(HistoryNormalizer.of(history)).isEqualTo(history);
  }

  @Test
  void sortsResultsInTheOrderOfTheCalls() {
    assertThat(
            HistoryNormalizer.of(
                List.of(
                    QUESTION, calling(call("a"), call("b")), result("b"), QUESTION, result("a"))))
        .containsExactly(
            QUESTION, calling(call("a"), call("b")), result("a"), result("b"), QUESTION);
  }

  @Test
  void addsAResultToACallWithoutOne() {
    List<Message> valid =
        HistoryNormalizer.of(List.of(QUESTION, calling(call("a"), call("b")), result("b")));
    assertThat(valid).hasSize(4);
    assertThat(valid.get(2))
        .isEqualTo(new Message.ToolResult("a", "chunk_read", "This call was not run.", true));
  }

  @Test
  void keepsTheFirstOfTwoResultsWithTheSameId() {
    Message other = new Message.ToolResult("a", "chunk_read", "other", false);
    assertThat(HistoryNormalizer.of(List.of(QUESTION, calling(call("a")), result("a"), other)))
        .containsExactly(QUESTION, calling(call("a")), result("a"));
  }

  @Test
  void rejectsAResultWithoutACall() {
    assertThatThrownBy(() -> HistoryNormalizer.of(List.of(QUESTION, result("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no call 'a'");
    assertThatThrownBy(
            () ->
                HistoryNormalizer.of(
                    List.of(QUESTION, calling(call("a")), result("a"), result("b"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void removesAnEmptyMessageOfTheModel() {
    assertThat(HistoryNormalizer.of(List.of(QUESTION, Message.Assistant.of(" "), QUESTION)))
        .containsExactly(QUESTION, QUESTION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chunk_read | chunk_read",
        "functions.chunk_read | functions_chunk_read",
        "chunk_read\" /> | chunk_read____",
        "'' | unknown",
        "名前 | __"
      })
  void replacesInvalidCharactersInToolNames(String written, String sent) {
    ToolCall call = ToolCall.of("a", written.equals("''") ? "" : written, "{}");
    List<Message> valid = HistoryNormalizer.of(List.of(QUESTION, calling(call), result("a")));
    assertThat(((Message.Assistant) valid.get(1)).calls().get(0).name()).isEqualTo(sent);
    assertThat(((Message.ToolResult) valid.get(2)).tool()).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": 1} | {\"a\": 1}",
        "{\"a\": | {}",
        "[] | {}",
        "\"{\\\"a\\\": 1}\" | {\"a\":1}",
        "not json | {}",
        "`` | {}"
      })
  void convertsArgumentsToAJsonObject(String written, String sent) {
    List<Message> valid =
        HistoryNormalizer.of(
            List.of(QUESTION, calling(ToolCall.of("a", "chunk_read", written)), result("a")));
    assertThat(((Message.Assistant) valid.get(1)).calls().get(0).arguments()).isEqualTo(sent);
  }

  @Test
  void replacesAnUnpairedSurrogate() {
    assertThat(HistoryNormalizer.of(List.of(new Message.User("a\uD83Db \uD83D\uDE00"))))
        .containsExactly(new Message.User("a\uFFFDb \uD83D\uDE00"));
  }
}
