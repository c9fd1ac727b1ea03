package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterCompatibilityTest {
  private static final ObjectNode BODY =
      parse(
          """
      {"model":"m","temperature":0.2,"max_tokens":500,"parallel_tool_calls":false,
       "reasoning_effort":"low","messages":[{"role":"user","content":"q"},
       {"role":"assistant","content":"a","reasoning_content":"r"},{"role":"assistant","content":"b"}]}
      """);

  private final ParameterCompatibility form = new ParameterCompatibility("tiny-1 at a test");

  private static ObjectNode parse(String json) {
    try {
      return new ObjectMapper().readValue(json, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private ObjectNode shaped() {
    return form.adapt(BODY);
  }

  @Test
  void doesNotChangeARequestBeforeAnyRejection() {
    assertThat(form.adapt(BODY)).isSameAs(BODY);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'Unsupported value: ''temperature'' does not support 0.2 with this model.', temperature",
    "400, 'Unrecognized request argument supplied: parallel_tool_calls', parallel_tool_calls",
    "422, 'Extra inputs are not permitted: [\"body\",\"parallel_tool_calls\"]', parallel_tool_calls",
    "400, 'reasoning_effort is not supported', reasoning_effort",
    "400, 'Unknown parameter: `temperature`', temperature"
  })
  void omitsARejectedParameter(int status, String error, String name) {
    assertThat(form.learn(BODY, status, error)).isTrue();
    assertThat(shaped().has(name)).isFalse();
    assertThat(shaped().has("model")).isTrue();
    assertThat(shaped().path("messages")).isEqualTo(BODY.path("messages"));
    assertThat(form.learn(form.adapt(BODY), status, error)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "500, 'Unsupported parameter: ''temperature'''",
    "400, 'The model `m` does not exist'",
    "400, 'Unsupported parameter: ''seed'''",
    "400, 'The temperature of the room is unknown'",
    "400, 'temperature must be a number'"
  })
  void ignoresOtherErrors(int status, String error) {
    assertThat(form.learn(BODY, status, error)).isFalse();
    assertThat(form.adapt(BODY)).isSameAs(BODY);
  }

  @Test
  void renamesTheTokenLimit() {
    String error =
        "Unsupported parameter: 'max_tokens' is not supported with this model."
            + " Use 'max_completion_tokens' instead.";
    assertThat(form.learn(BODY, 400, error)).isTrue();
    assertThat(shaped().has("max_tokens")).isFalse();
    assertThat(shaped().path("max_completion_tokens").asInt()).isEqualTo(500);
  }

  @Test
  void removesRejectedReasoningFromEachMessage() {
    assertThat(form.learn(BODY, 400, "Unknown field reasoning_content in messages[1]")).isTrue();
    assertThat(shaped().path("messages").findValues("reasoning_content")).isEmpty();
  }

  @Test
  void addsRequiredReasoningToEachMessage() {
    String error = "Missing `reasoning_content` field in the assistant message at message index 2";
    assertThat(form.learn(BODY, 400, error)).isTrue();
    assertThat(shaped().path("messages").findValuesAsText("reasoning_content"))
        .containsExactly("r", "");
    assertThat(form.learn(form.adapt(BODY), 400, error)).isFalse();
  }
}
