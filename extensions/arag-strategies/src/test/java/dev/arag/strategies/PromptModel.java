package dev.arag.strategies;

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
import java.util.function.UnaryOperator;

/** A model of one role. It computes each reply from the text of the request. */
public final class PromptModel implements ChatModel {
  private final UnaryOperator<String> reply;
  private final List<String> prompts = new ArrayList<>();

  private PromptModel(UnaryOperator<String> reply) {
    this.reply = reply;
  }

  /** Returns a model whose replies do not depend on the order of the requests. */
  public static PromptModel of(UnaryOperator<String> reply) {
    return new PromptModel(reply);
  }

  /** Returns a model that replies these texts in order, and the last one to all later requests. */
  public static PromptModel script(String... replies) {
    List<String> left = new ArrayList<>(List.of(replies));
    return of(prompt -> left.size() > 1 ? left.remove(0) : left.get(0));
  }

  /** Returns a model that always fails. */
  public static PromptModel failing() {
    return of(
        prompt -> {
          throw new IllegalStateException("The model is broken.");
        });
  }

  /** The texts of the requests so far, in the order in which they arrived. */
  public synchronized List<String> prompts() {
    return List.copyOf(prompts);
  }

  @Override
  public synchronized ChatResponse doChat(ChatRequest request) {
    StringBuilder text = new StringBuilder();
    request.messages().forEach(message -> text.append(textOf(message)).append('\n'));
    prompts.add(text.toString());
    return ChatResponse.builder()
        .aiMessage(AiMessage.from(reply.apply(text.toString())))
        .finishReason(FinishReason.STOP)
        .build();
  }

  private static String textOf(ChatMessage message) {
    if (message instanceof SystemMessage system) {
      return system.text();
    }
    if (message instanceof UserMessage user) {
      return user.singleText();
    }
    return message instanceof ToolExecutionResultMessage result
        ? result.text()
        : String.valueOf(((AiMessage) message).text());
  }
}
