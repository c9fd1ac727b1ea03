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
 * A chat model that follows fixed rules and does not use an LLM. The model calls the retrieval
 * tools in a fixed order and answers with sentences copied from their results. Because it runs
 * offline and is deterministic, it can be used to demonstrate and test the whole loop. It
 * understands only English questions. The quality of its answers says nothing about the quality of
 * an LLM's answers.
 *
 * <p>The model first calls {@code keyword_search} with the names and the longest words of the
 * question. It then calls {@code semantic_search} with the question and {@code chunk_read} with the
 * ids of the best chunks. If these results do not answer the question, the model searches for names
 * that occur in the results.
 *
 * <p>If the best sentences contain at most half of the words of the question, weighted by rarity,
 * the model answers NOT FOUND. If they mention a name of the question, 40 % are enough. A question
 * that compares two names needs only sentences about these names.
 *
 * <p>The model is stateless, because a reply depends only on the messages of the request. The model
 * is therefore thread-safe.
 */
public final class ExtractiveChatModel implements ChatModel {
  /** A one-line description of this model for people who read its answers. */
  public static final String DESCRIPTION =
      "extractive model (no LLM: it quotes sentences by rule; its answers do not show how well an"
          + " agent with an LLM would answer)";

  private static final String NAME = "extractive";

  @Override
  public ChatResponse doChat(ChatRequest request) {
    Objects.requireNonNull(request, "request");
    Transcript transcript = Transcript.of(request.messages());
    Optional<ToolExecutionRequest> call = new ToolCallSelector(transcript, offered(request)).next();
    return call.map(next -> response(AiMessage.from(next), FinishReason.TOOL_EXECUTION))
        .orElseGet(() -> response(AiMessage.from(answer(transcript)), FinishReason.STOP));
  }

  private static String answer(Transcript transcript) {
    return AnswerWriter.answer(transcript.question(), transcript.facts());
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
