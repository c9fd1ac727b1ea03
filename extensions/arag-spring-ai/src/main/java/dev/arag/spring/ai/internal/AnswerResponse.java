package dev.arag.spring.ai.internal;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import java.util.List;
import java.util.Optional;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Converts answers and events of a run to responses of a chat client. */
public final class AnswerResponse {
  public static final String EVENT = "arag.event";
  private static final String ANSWER = "arag.answer";

  private AnswerResponse() {}

  public static ChatClientResponse of(Answer answer, ChatClientRequest request) {
    String text = answer.render(Markup.PLAIN, citation -> "[" + citation.number() + "]");
    ChatResponseMetadata.Builder metadata =
        ChatResponseMetadata.builder()
            .id(answer.trajectory().id().orElse(""))
            .model(answer.view().model())
            .usage(usage(answer.usage()))
            .keyValue(ANSWER, answer);
    return response(text, finish(answer.stopReason()), metadata, request);
  }

  /** Returns a response without text. */
  public static ChatClientResponse of(RunEvent event, ChatClientRequest request) {
    return response(
        "",
        ChatGenerationMetadata.NULL,
        ChatResponseMetadata.builder().keyValue(EVENT, event),
        request);
  }

  public static Optional<Answer> answer(ChatResponse response) {
    return Optional.ofNullable(response.getMetadata().<Answer>get(ANSWER));
  }

  private static ChatClientResponse response(
      String text,
      ChatGenerationMetadata generation,
      ChatResponseMetadata.Builder metadata,
      ChatClientRequest request) {
    Generation written = new Generation(new AssistantMessage(text), generation);
    return new ChatClientResponse(
        new ChatResponse(List.of(written), metadata.build()), request.context());
  }

  private static ChatGenerationMetadata finish(StopReason reason) {
    return ChatGenerationMetadata.builder()
        .finishReason(
            switch (reason) {
              case ANSWERED -> "STOP";
              case TRUNCATED -> "LENGTH";
              default -> reason.name();
            })
        .build();
  }

  private static DefaultUsage usage(Usage used) {
    return new DefaultUsage(
        toInt(used.inputTokens()),
        toInt(used.outputTokens()),
        toInt(used.inputTokens() + used.outputTokens()),
        used,
        used.cachedInputTokens(),
        null);
  }

  private static int toInt(long tokens) {
    return (int) Math.min(tokens, Integer.MAX_VALUE);
  }
}
