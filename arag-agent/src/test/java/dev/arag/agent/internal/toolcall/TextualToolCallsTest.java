package dev.arag.agent.internal.toolcall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextualToolCallsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TOOLS =
      List.of("keyword_search", "semantic_search", "chunk_read");
  private static final String ARGUMENTS = "{\"keywords\": [\"Old Bridge\"], \"top_k\": 5}";
  private static final String CALL =
      "{\"name\": \"keyword_search\", \"arguments\": " + ARGUMENTS + "}";
  private static final String PARAMETERS = CALL.replace("arguments", "parameters");

  /** Returns the same tool call in the formats of many models. */
  static Stream<String> shapes() {
    return Stream.of(
        CALL,
        PARAMETERS,
        "[" + CALL + "]",
        "```json\n" + CALL + "\n```",
        "```json\n[" + CALL + "]\n```",
        "```\n" + CALL + "\n```",
        "<tool_call>\n" + CALL + "\n</tool_call>",
        "<tool_call>" + CALL,
        "<tool_call>\n" + CALL + "\n</tool_call><|im_end|>",
        "<tools>\n" + CALL + "\n</tools>",
        "<tool_calls>[" + CALL + "]</tool_calls>",
        "<function>\n" + CALL + "\n</function>",
        "<function-call> " + CALL,
        "<|python_tag|>" + PARAMETERS,
        "<|python_tag|>keyword_search.call(keywords=[\"Old Bridge\"], top_k=5)",
        "<|tool_call|>[" + CALL + "]",
        "<|tool_call_start|>[keyword_search(keywords=[\"Old Bridge\"], top_k=5)]<|tool_call_end|>",
        "[TOOL_CALLS][" + CALL + "]",
        "[TOOL_CALLS]keyword_search[ARGS]" + ARGUMENTS,
        "[TOOL_CALLS]keyword_search" + ARGUMENTS,
        " functools[" + CALL + "]",
        "<function=keyword_search>" + ARGUMENTS + "</function>",
        "<function=keyword_search>" + ARGUMENTS,
        "<tool_call>\n<function=keyword_search>\n<parameter=keywords>\n[\"Old Bridge\"]\n</parameter>\n"
            + "<parameter=top_k>\n5\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>keyword_search\n<arg_key>keywords</arg_key>\n<arg_value>[\"Old Bridge\"]</arg_value>\n"
            + "<arg_key>top_k</arg_key>\n<arg_value>5</arg_value>\n</tool_call>",
        "<invoke name=\"keyword_search\">\n<parameter name=\"keywords\">[\"Old Bridge\"]</parameter>\n"
            + "<parameter name=\"top_k\">5</parameter>\n</invoke>",
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"keyword_search\">\n"
            + "<｜DSML｜parameter name=\"keywords\" string=\"false\">[\"Old Bridge\"]</｜DSML｜parameter>\n"
            + "<｜DSML｜parameter name=\"top_k\" string=\"false\">5</｜DSML｜parameter>\n"
            + "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>keyword_search\n```json\n"
            + ARGUMENTS
            + "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>keyword_search<｜tool▁sep｜>"
            + ARGUMENTS
            + "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.keyword_search:0"
            + "<|tool_call_argument_begin|>"
            + ARGUMENTS
            + "<|tool_call_end|><|tool_calls_section_end|>",
        "<|channel|>commentary to=functions.keyword_search <|constrain|>json<|message|>"
            + ARGUMENTS
            + "<|call|>",
        "Action: keyword_search\nAction Input: " + ARGUMENTS,
        "Action: keyword_search\nAction Input: " + ARGUMENTS + "\nObservation: I made this up.",
        "Action: ```json\n[{\"tool_name\": \"keyword_search\", \"parameters\": "
            + ARGUMENTS
            + "}]\n```",
        "{\"name\": \"keyword_search\", \"keywords\": [\"Old Bridge\"], \"top_k\": 5}",
        "{\"type\": \"function\", \"name\": \"keyword_search\", \"parameters\": " + ARGUMENTS + "}",
        "{\"type\": \"function\", \"function\": " + CALL + "}",
        "{\"function\": {\"name\": \"keyword_search\", \"arguments\": "
            + JSON.getNodeFactory().textNode(ARGUMENTS)
            + "}}",
        "{'name': 'keyword_search', 'arguments': {'keywords': ['Old Bridge'], 'top_k': 5}}",
        "keyword_search(keywords=[\"Old Bridge\"], top_k=5)",
        "[keyword_search(keywords=['Old Bridge'], top_k=5)]",
        "```tool_code\nkeyword_search(keywords=[\"Old Bridge\"], top_k=5)\n```",
        "```python\nkeyword_search(keywords=[\"Old Bridge\"], top_k=5)\n```",
        "keyword_search\n" + ARGUMENTS);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void findsACallWithinAnyMarkers(String text) throws Exception {
    assertFindsTheCall(TextualToolCalls.in(text, TOOLS), "");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void keepsTheTextBeforeACall(String text) throws Exception {
    assertFindsTheCall(
        TextualToolCalls.in("I look for the bridge.\n\n" + text, TOOLS), "I look for the bridge.");
  }

  private static void assertFindsTheCall(TextualToolCalls found, String before) throws Exception {
    assertThat(found.calls()).extracting(TextualToolCall::tool).containsExactly("keyword_search");
    JsonNode arguments = JSON.readTree(found.calls().get(0).arguments());
    assertThat(arguments).isEqualTo(JSON.readTree(ARGUMENTS));
    assertThat(found.before()).isEqualTo(before);
  }

  @Test
  void findsSeveralCallsInOrder() {
    String other = CALL.replace("keyword_search", "semantic_search");
    for (String text :
        List.of(
            "<tool_call>" + CALL + "</tool_call>\n<tool_call>" + other + "</tool_call>",
            "[" + CALL + "," + other + "]",
            "keyword_search(keywords=['a'])\nsemantic_search(query='b')",
            "<function=keyword_search>{}</function><function=semantic_search>{}</function>")) {
      assertThat(TextualToolCalls.in(text, TOOLS).calls())
          .as(text)
          .extracting(TextualToolCall::tool)
          .containsExactly("keyword_search", "semantic_search");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "In Tarn [k2].",
        "",
        "keyword_search found it: in Tarn [k2].",
        "I used keyword_search and semantic_search.",
        "I called keyword_search(keywords=[\"Tarn\"]) and it found nothing.",
        "First I called keyword_search(keywords=[\"Tarn\"])",
        "The call {\"name\": \"keyword_search\", \"arguments\": {}} brought [k2]: in Tarn.",
        "NOT FOUND\nTried keyword_search {\"keywords\": [\"Tarn\"]} and semantic_search.",
        "{\"name\": \"delete_everything\", \"arguments\": {}}",
        "<tool_call>{\"name\": \"delete_everything\", \"arguments\": {\"a\": \"keyword_search\"}}</tool_call>",
        "{\"answer\": \"Tarn\", \"by\": \"keyword_search\"}",
        "keyword_search (the first tool) was enough.",
        "[k2] \"keyword_search\""
      })
  void ignoresProseAboutACall(String text) {
    TextualToolCalls found = TextualToolCalls.in(text, TOOLS);
    assertThat(found.calls()).isEmpty();
    assertThat(found.before()).isEqualTo(text);
  }

  @Test
  void readsRepetitiveTextInLinearTime() {
    for (String piece :
        List.of(
            "{",
            "[",
            "{\"a\":",
            "<tool_call>",
            "keyword_search(",
            "```",
            "keyword_search{",
            "<",
            "'",
            "Action: ",
            "keyword_search\n",
            "{\"name\":\"keyword_search\",\"arguments\":",
            "\"",
            "]",
            "json ")) {
      TextualToolCalls.in(piece.repeat(60_000 / piece.length()) + "keyword_search", TOOLS);
      TextualToolCalls.in("keyword_search " + piece.repeat(60_000 / piece.length()), TOOLS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void readsRandomlyChangedCallsWithoutAnException(long seed) {
    Random random = new Random(seed);
    List<String> shapes = shapes().toList();
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder(shapes.get(random.nextInt(shapes.size())));
      for (int edits = random.nextInt(4); edits >= 0; edits--) {
        int at = random.nextInt(text.length());
        text.replace(
            at,
            Math.min(text.length(), at + random.nextInt(6)),
            "" + (char) (0x20 + random.nextInt(0x60)));
      }
      for (TextualToolCall call : TextualToolCalls.in(text.toString(), TOOLS).calls()) {
        assertThat(TOOLS).contains(call.tool());
      }
    }
  }
}
