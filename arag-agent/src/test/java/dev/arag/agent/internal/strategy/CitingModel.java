package dev.arag.agent.internal.strategy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model that searches once if it is offered a search, and then cites the text in its request that
 * contains a quote. It reads the id from the request, so it works with the ids of any corpus.
 */
public final class CitingModel implements ChatModel {
  private static final String ARGUMENTS_BY_MEANING = "{\"query\":\"Mira Voss was born in Tarn\"}";
  private static final String ARGUMENTS_BY_WORDS = "{\"keywords\":[\"Tarn\"]}";

  /** An id above a text, in the form of either profile. */
  private static final Pattern ID = Pattern.compile("\n(?:Chunk ID: |\\[(?:Chunk )?)([^\\],\\s]+)");

  private final String quote;
  private final List<ChatRequest> requests = new ArrayList<>();

  public CitingModel(String quote) {
    this.quote = quote;
  }

  public List<ChatRequest> requests() {
    return requests;
  }

  public static List<String> tools(ChatRequest request) {
    return Objects.requireNonNullElse(request.toolSpecifications(), List.<ToolSpecification>of())
        .stream()
        .map(ToolSpecification::name)
        .toList();
  }

  public static String system(ChatRequest request) {
    return ((SystemMessage) request.messages().get(0)).text();
  }

  /** Returns the texts that a request shows to the model, without the system prompt. */
  public static String text(ChatRequest request) {
    StringBuilder text = new StringBuilder();
    for (ChatMessage message : request.messages()) {
      if (message instanceof UserMessage user) {
        text.append(user.singleText()).append('\n');
      } else if (message instanceof ToolExecutionResultMessage result) {
        text.append(result.text()).append('\n');
      }
    }
    return text.toString();
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    requests.add(request);
    boolean isFollowUp =
        request.messages().get(request.messages().size() - 1) instanceof ToolExecutionResultMessage;
    String id = idAboveQuote("\n" + text(request));
    if (!tools(request).isEmpty() && !isFollowUp && id.isEmpty()) {
      return call(tools(request).get(0));
    }
    String answer =
        id.isEmpty()
            ? "NOT FOUND"
            : "In Tarn [" + id + "]\n\nEvidence:\n[" + id + "] \"" + quote + "\"";
    return response(AiMessage.from(answer), FinishReason.STOP);
  }

  private static ChatResponse call(String tool) {
    String arguments = tool.equals("keyword_search") ? ARGUMENTS_BY_WORDS : ARGUMENTS_BY_MEANING;
    return response(
        AiMessage.from(
            ToolExecutionRequest.builder().id("call_1").name(tool).arguments(arguments).build()),
        FinishReason.TOOL_EXECUTION);
  }

  private static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder().aiMessage(message).finishReason(reason).build();
  }

  /** Returns the last id before the quote; empty if the text does not contain the quote. */
  private String idAboveQuote(String text) {
    int at = text.indexOf(quote);
    String id = "";
    Matcher ids = ID.matcher(text);
    while (at >= 0 && ids.find() && ids.start() < at) {
      id = ids.group(1);
    }
    return id;
  }
}
