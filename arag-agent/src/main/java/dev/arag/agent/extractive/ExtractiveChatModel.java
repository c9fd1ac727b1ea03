package dev.arag.agent.extractive;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A chat model without weights: it calls the retrieval tools by rule and answers with sentences
 * copied from what they show. Names and rare words of the question go to {@code keyword_search},
 * the question to {@code semantic_search}, the best chunks to {@code chunk_read}, and names found
 * there are searched again. With it the whole loop runs anywhere, offline, the same every time. It
 * knows English question words only, and says nothing about how well an agent would answer.
 *
 * <p>Keeps nothing between calls: each reply follows from the request's messages alone. Safe for
 * use by several threads.
 */
public final class ExtractiveChatModel implements ChatModel {
  /** What it is, in one line, for whoever reads its answers. */
  public static final String DESCRIPTION =
      "extractive model (no LLM: rules that quote sentences; it says nothing about how well an"
          + " agent would answer)";

  private static final String NAME = "extractive";

  @Override
  public ChatResponse doChat(ChatRequest request) {
    Transcript transcript = Transcript.of(request.messages());
    Optional<ToolExecutionRequest> call = new NextCall(transcript, offered(request)).choose();
    return call.map(next -> response(AiMessage.from(next), FinishReason.TOOL_EXECUTION))
        .orElseGet(() -> response(AiMessage.from(answer(transcript)), FinishReason.STOP));
  }

  private static String answer(Transcript transcript) {
    return ExtractiveAnswer.to(transcript.question(), transcript.facts());
  }

  private static Set<String> offered(ChatRequest request) {
    List<ToolSpecification> tools =
        Objects.requireNonNullElse(request.toolSpecifications(), List.of());
    return request.toolChoice() == ToolChoice.NONE
        ? Set.of()
        : tools.stream().map(ToolSpecification::name).collect(Collectors.toSet());
  }

  private static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder().aiMessage(message).modelName(NAME).finishReason(reason).build();
  }
}
