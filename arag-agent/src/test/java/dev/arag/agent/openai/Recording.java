package dev.arag.agent.openai;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Responses as servers send them, byte by byte, with the names and figures made up.
 *
 * @param isWhole whether a client that receives all of it has an answer that is complete
 */
record Recording(String name, byte[] bytes, boolean isWhole) {
  static final String ANSWER = "In Tarn, in 1881, as the parish book says [k2: \"born in Tarn\"].";

  static final List<Recording> ALL =
      List.of(
          new Recording("answer", lengthDelimited(completion(ANSWER, "stop")), true),
          new Recording("call", lengthDelimited(call()), true),
          new Recording("chunked", chunked(completion(ANSWER, "stop")), true),
          new Recording("until closed", untilClosed(completion(ANSWER, "stop")), true),
          new Recording("cut by its limit", lengthDelimited(completion(ANSWER, "length")), false),
          new Recording(
              "filtered", lengthDelimited(completion("I cannot say", "content_filter")), false));

  static String completion(String text, String finish) {
    return """
    {"id":"chatcmpl-7f3a","object":"chat.completion","created":1763800000,"model":"tiny-1-0815",
     "choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"%s"}],
     "usage":{"prompt_tokens":812,"completion_tokens":31,"total_tokens":843}}
    """
        .formatted(quoted(text), finish);
  }

  static String call() {
    return """
    {"id":"chatcmpl-7f3b","object":"chat.completion","created":1763800001,"model":"tiny-1-0815",
     "choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_a1",
      "type":"function","function":{"name":"chunk_read","arguments":"{\\"chunk_ids\\":[\\"k2\\"]}"}}]},
      "finish_reason":"tool_calls"}],
     "usage":{"prompt_tokens":640,"completion_tokens":18,"total_tokens":658}}
    """;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"") + '"';
  }

  static byte[] lengthDelimited(String body) {
    return ByteServer.json(200, "", body);
  }

  private static byte[] chunked(String body) {
    StringBuilder response =
        new StringBuilder(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int start = 0; start < body.length(); start += 97) {
      String part = body.substring(start, Math.min(body.length(), start + 97));
      response.append(Integer.toHexString(part.length())).append("\r\n").append(part).append("\r\n");
    }
    return response.append("0\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] untilClosed(String body) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return name;
  }
}
