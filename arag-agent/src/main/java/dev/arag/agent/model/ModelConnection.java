package dev.arag.agent.model;

import dev.arag.tools.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Collection;
import java.util.List;

/** A chat model, spoken to in the messages of this room. As safe for threads as the model is. */
public final class ModelConnection {
  private final ChatModel model;

  public ModelConnection(ChatModel model) {
    this.model = model;
  }

  /**
   * Sends a conversation; the model may call the tools.
   *
   * @throws ModelException if there is no reply
   */
  public Reply chat(List<Message> messages, Collection<RetrievalTool> tools) {
    return send(request(messages, tools).build(), messages);
  }

  /**
   * Sends a conversation that the model must answer: the tools stay, as the history speaks of them,
   * but none may be called.
   *
   * @throws ModelException if there is no reply
   */
  public Reply close(List<Message> messages, Collection<RetrievalTool> tools) {
    ChatRequest.Builder request = request(messages, tools);
    if (!tools.isEmpty()) {
      request.toolChoice(ToolChoice.NONE);
    }
    return send(request.build(), messages);
  }

  private static ChatRequest.Builder request(
      List<Message> messages, Collection<RetrievalTool> tools) {
    ChatRequest.Builder request =
        ChatRequest.builder().messages(LangChain4jMessages.toLangChain4j(messages));
    if (!tools.isEmpty()) {
      request.toolSpecifications(tools.stream().map(LangChain4jTools::specification).toList());
    }
    return request;
  }

  private Reply send(ChatRequest request, List<Message> messages) {
    try {
      ChatResponse response = model.chat(request);
      return new ReplyReader(messages).read(response, cachedInput(response));
    } catch (RuntimeException e) {
      throw ModelException.of("The model", e);
    }
  }

  private int cachedInput(ChatResponse response) {
    return model instanceof CacheAwareChatModel aware ? aware.cachedInputTokens(response) : 0;
  }
}
