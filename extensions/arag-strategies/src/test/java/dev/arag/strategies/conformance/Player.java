package dev.arag.strategies.conformance;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model that plays one role of a strategy. It either replies from a list, or it searches once and
 * then cites the text in its request that contains the quote.
 */
final class Player implements ChatModel {
  /** An id above a text, in the form of either profile. */
  private static final Pattern ID = Pattern.compile("\n(?:Chunk ID: |\\[(?:Chunk )?)([^\\],\\s]+)");

  private final String role;
  private final List<String> replies;
  private final BiConsumer<String, ChatRequest> requests;
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * @param replies the replies in order, of which the last one is repeated; <code>{id}</code>
   *     stands for the id of the text with the quote. Empty if the model searches and cites
   * @param requests receives the role and each request before the reply
   */
  Player(String role, List<String> replies, BiConsumer<String, ChatRequest> requests) {
    this.role = role;
    this.replies = replies;
    this.requests = requests;
  }

  /** Returns the texts of all messages. */
  static String text(ChatRequest request) {
    StringBuilder text = new StringBuilder("\n");
    for (ChatMessage message : request.messages()) {
      text.append(text(message)).append('\n');
    }
    return text.toString();
  }

  private static String text(ChatMessage message) {
    if (message instanceof SystemMessage system) {
      return system.text();
    }
    if (message instanceof UserMessage user) {
      return user.singleText();
    }
    if (message instanceof ToolExecutionResultMessage result) {
      return result.text();
    }
    return Objects.requireNonNullElse(((AiMessage) message).text(), "");
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    requests.accept(role, request);
    int call = calls.getAndIncrement();
    String id = idAboveQuote(text(request));
    if (!replies.isEmpty()) {
      return answer(replies.get(Math.min(call, replies.size() - 1)).replace("{id}", id));
    }
    List<ChatMessage> messages = request.messages();
    boolean isFollowUp = messages.get(messages.size() - 1) instanceof ToolExecutionResultMessage;
    if (hasTools(request) && !isFollowUp && id.isEmpty()) {
      return call(request.toolSpecifications().get(0).name(), "call_" + call);
    }
    return answer(
        id.isEmpty()
            ? "NOT FOUND"
            : "In Tarn [" + id + "]\n\nEvidence:\n[" + id + "] \"" + Texts.QUOTE + "\"");
  }

  private static boolean hasTools(ChatRequest request) {
    return request.toolSpecifications() != null
        && !request.toolSpecifications().isEmpty()
        && request.toolChoice() != ToolChoice.NONE;
  }

  private static ChatResponse call(String tool, String id) {
    String arguments =
        tool.equals("keyword_search")
            ? "{\"keywords\":[\"Tarn\"]}"
            : "{\"query\":\"Mira Voss was born in Tarn\"}";
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build();
    return response(AiMessage.from(request), FinishReason.TOOL_EXECUTION);
  }

  private static ChatResponse answer(String text) {
    return response(AiMessage.from(text), FinishReason.STOP);
  }

  private static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder().aiMessage(message).finishReason(reason).build();
  }

  /** Returns the last id before the quote; empty if the text does not contain the quote. */
  private static String idAboveQuote(String text) {
    int at = text.indexOf(Texts.QUOTE);
    String id = "";
    Matcher ids = ID.matcher(text);
    while (at >= 0 && ids.find() && ids.start() < at) {
      id = ids.group(1);
    }
    return id;
  }
}
