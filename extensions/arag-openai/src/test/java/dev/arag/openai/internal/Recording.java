package dev.arag.openai.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A response in the form that real servers send, with invented names and figures.
 *
 * @param isWhole whether the complete recording contains a complete answer
 * @param isStreamed whether the response is sent as server-sent events
 */
record Recording(String name, byte[] bytes, boolean isWhole, boolean isStreamed) {
  static final String ANSWER = "In Tarn, in 1881, as the parish book says [k2: \"born in Tarn\"].";

  static final List<Recording> ALL =
      List.of(
          plain("answer", lengthDelimited(completion(ANSWER, "stop")), true),
          plain("call", lengthDelimited(call()), true),
          plain("chunked", chunked("application/json", completion(ANSWER, "stop")), true),
          plain("until closed", untilClosed("application/json", completion(ANSWER, "stop")), true),
          plain("cut by its limit", lengthDelimited(completion(ANSWER, "length")), false),
          plain("filtered", lengthDelimited(completion("I cannot say", "content_filter")), false),
          streamed("streamed answer", chunked("text/event-stream", events("stop")), true),
          streamed("streamed call", chunked("text/event-stream", callEvents()), true),
          streamed("streamed until closed", untilClosed("text/event-stream", events("stop")), true),
          streamed("streamed to a limit", chunked("text/event-stream", events("length")), false));

  private static Recording plain(String name, byte[] bytes, boolean isWhole) {
    return new Recording(name, bytes, isWhole, false);
  }

  private static Recording streamed(String name, byte[] bytes, boolean isWhole) {
    return new Recording(name, bytes, isWhole, true);
  }

  static String events(String finish) {
    StringBuilder events = new StringBuilder(": keep-alive\n\n");
    events.append(event("{\"role\":\"assistant\",\"content\":\"\"}", "null"));
    for (int start = 0; start < ANSWER.length(); start += 13) {
      String part = ANSWER.substring(start, Math.min(ANSWER.length(), start + 13));
      events.append(event("{\"content\":" + quoted(part) + "}", "null"));
    }
    return events.append(event("{}", '"' + finish + '"')).append(end()).toString();
  }

  static String callEvents() {
    String call =
        "{\"tool_calls\":[{\"index\":0,\"id\":\"call_a1\",\"type\":\"function\","
            + "\"function\":{\"name\":\"chunk_read\",\"arguments\":\"\"}}]}";
    String more = "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":%s}}]}";
    return event(call, "null")
        + event(more.formatted(quoted("{\"chunk_")), "null")
        + event(more.formatted(quoted("ids\":[\"k2\"]}")), "null")
        + event("{}", "\"tool_calls\"")
        + end();
  }

  private static String event(String delta, String finish) {
    return "data: {\"id\":\"c7\",\"model\":\"tiny-1-0815\",\"choices\":[{\"index\":0,\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}]}\n\n";
  }

  private static String end() {
    return "data: {\"id\":\"c7\",\"choices\":[],\"usage\":{\"prompt_tokens\":812,"
        + "\"completion_tokens\":31,\"total_tokens\":843}}\n\ndata: [DONE]\n\n";
  }

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

  private static byte[] chunked(String type, String body) {
    StringBuilder response =
        new StringBuilder(
            "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n"
                .formatted(type));
    for (int start = 0; start < body.length(); start += 97) {
      String part = body.substring(start, Math.min(body.length(), start + 97));
      response
          .append(Integer.toHexString(part.length()))
          .append("\r\n")
          .append(part)
          .append("\r\n");
    }
    return response.append("0\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] untilClosed(String type, String body) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nConnection: close\r\n\r\n" + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return name;
  }
}
