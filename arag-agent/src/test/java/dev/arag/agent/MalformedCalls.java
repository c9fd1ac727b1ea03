package dev.arag.agent;

import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates random malformed tool calls. */
final class MalformedCalls {
  private static final List<ToolCall> CORRECT =
      List.of(
          ToolCall.of(
              "", "keyword_search", "{\"keywords\": [\"Mira Voss\", \"1881\"], \"top_k\": 5}"),
          ToolCall.of("", "semantic_search", "{\"query\": \"birthplace of Voss\", \"offset\": 0}"),
          ToolCall.of("", "chunk_read", "{\"chunk_ids\": [\"k1\", \"k2\"], \"neighbors\": 1}"));

  private static final List<String> VALUES =
      List.of(
          "true",
          "null",
          "{}",
          "[]",
          "[[]]",
          "[null]",
          "-1",
          "1e400",
          "5.5",
          "NaN",
          "\"\"",
          "\"five\"",
          "{\"a\": 1}",
          "[true]",
          "\"\\ud800\"",
          "[{}]",
          "0.1",
          "\"[\"");

  private static final List<String> NAMES =
      List.of(
          "keyword",
          "query",
          "q",
          "ids",
          "chunk_id",
          "topk",
          "limit",
          "filter",
          "tenant",
          "where",
          "",
          "arguments",
          "名前",
          "a b",
          "top_k ",
          "__proto__");

  private static final List<String> TOOLS =
      List.of(
          "search",
          "",
          "functions.search",
          "Keyword Search",
          "keyword_search\" />",
          "chunk-read",
          "semantic_search<|x|>",
          "read",
          "\u0000",
          "tool\nname",
          "ſemantic_search");

  private final Random random;
  private int ids;

  MalformedCalls(Random random) {
    this.random = random;
  }

  List<ToolCall> ofTurn(int calls) {
    List<ToolCall> made = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      ToolCall correct = pick(CORRECT);
      boolean isOfNoTool = random.nextInt(12) == 0;
      String tool = isOfNoTool ? pick(TOOLS) : correct.name();
      made.add(ToolCall.of("c" + ids++, tool, malformed(correct.arguments())));
    }
    return made;
  }

  private String malformed(String json) {
    String broken = json;
    for (int changes = random.nextInt(3); changes >= 0; changes--) {
      broken = changed(broken);
    }
    return broken;
  }

  private String changed(String json) {
    return switch (random.nextInt(14)) {
      case 0 -> json.substring(0, random.nextInt(json.length() + 1));
      case 1 -> withCharacter(json, "");
      case 2 -> withCharacter(json, String.valueOf((char) (0x20 + random.nextInt(0x60))));
      case 3 -> json.replace('"', '\'');
      case 4 -> json + pick(List.of("}", " and more", "<|im_end|>", "\n{}", ";"));
      case 5 -> pick(List.of("[", "\"", "{", "call ", "```json\n", "<args>")) + json;
      case 6 -> json.replaceFirst(":\\s*[^,}]+", ": " + quotedReplacement(pick(VALUES)));
      case 7 -> json.replaceFirst("\"\\w+\":", "\"" + pick(NAMES) + "\":");
      case 8 -> json.replaceFirst("\\{", "{\"" + pick(NAMES) + "\": 1, ");
      case 9 -> json.replaceFirst("\\{(\"\\w+\": )", "{$1 1, $1");
      case 10 -> pick(List.of("", " ", "null", "[]", "5", "true", "\"text\"", "{}"));
      case 11 ->
          "{\"chunk_ids\": "
              + "[".repeat(random.nextInt(60))
              + "1"
              + "]".repeat(random.nextInt(60))
              + "}";
      case 12 -> json.replace("Voss", "V".repeat(random.nextInt(70_000)));
      default ->
          withCharacter(json, pick(List.of("\u0000", "\uD800", "\u202E", "\uFEFF", "\n", "\\")));
    };
  }

  private static String quotedReplacement(String value) {
    return java.util.regex.Matcher.quoteReplacement(value);
  }

  private String withCharacter(String json, String character) {
    if (json.isEmpty()) {
      return character;
    }
    int at = random.nextInt(json.length());
    int end = at + random.nextInt(2);
    return json.substring(0, at) + character + json.substring(Math.min(end, json.length()));
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
