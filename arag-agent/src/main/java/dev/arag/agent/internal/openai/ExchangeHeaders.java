package dev.arag.agent.internal.openai;

import dev.arag.agent.model.Reply;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import java.net.http.HttpHeaders;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passes details of an HTTP exchange through LangChain4j as response headers. Headers are the only
 * part of a response that LangChain4j passes on unchanged. Headers with the same names from the
 * server are overwritten.
 */
final class ExchangeHeaders {
  private static final String FINISH_WORD = "x-arag-finish-word";
  private static final String LEFT_OUT = "x-arag-left-out";

  private ExchangeHeaders() {}

  static Map<String, List<String>> with(
      HttpHeaders headers, String finishWord, Set<String> leftOut) {
    Map<String, List<String>> all = new HashMap<>(headers.map());
    all.put(FINISH_WORD, List.of(finishWord));
    all.put(LEFT_OUT, List.copyOf(leftOut));
    return all;
  }

  static Reply.Form read(ChatResponse response) {
    if (response.metadata() instanceof OpenAiChatResponseMetadata metadata
        && metadata.rawHttpResponse() != null) {
      SuccessfulHttpResponse raw = metadata.rawHttpResponse();
      return Reply.Form.of(
          String.join("", values(raw, FINISH_WORD)), Set.copyOf(values(raw, LEFT_OUT)));
    }
    return Reply.Form.UNKNOWN;
  }

  private static List<String> values(SuccessfulHttpResponse response, String name) {
    return response.headers().getOrDefault(name, List.of());
  }
}
