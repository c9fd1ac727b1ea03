package dev.arag.agent;

import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A model with random replies and failures of the kinds that were observed in real models and
 * servers.
 */
final class RandomModel implements ChatModel {
  private static final List<String> TEXTS =
      List.of(
          "In Tarn [d3].",
          "In Tarn.",
          "NOT FOUND\nNo document says it.",
          "",
          " \n",
          "Let me search for it.",
          "<think>Hm",
          "<think>Hm</think>",
          "<think>Hm</think>The keeper [d1].",
          "Half a \uD83D character [d2]",
          "The keeper [d4].\nEvidence:\n[d4] \"the keeper rang the bell\"",
          "[{\"name\": \"chunk_read\", \"arguments\": {\"chunk_ids\": [\"d5\"]}}]",
          "<tool_call>{\"name\": \"keyword_search\", \"arguments\": {\"keywords\": \"bell\"}}</tool_call>",
          "<tool_call>{\"name\": \"keyword_search\", \"argum");

  private final Random random;
  private final MalformedCalls malformed;
  private final List<ChatRequest> requests = new ArrayList<>();
  private final int callShare;
  private final int usageStyle;
  private final int failShare;
  private final int chunks;
  private final boolean seeksInVain;

  RandomModel(Random random) {
    this(random, 20);
  }

  /**
   * @param chunks the number of different chunks that the model reads; with fewer chunks, chunks
   *     are read repeatedly more often
   */
  RandomModel(Random random, int chunks) {
    this.random = random;
    this.chunks = chunks;
    malformed = new MalformedCalls(random);
    callShare = 30 + random.nextInt(70);
    usageStyle = random.nextInt(5);
    failShare = random.nextInt(4) == 0 ? 8 : 0;
    seeksInVain = random.nextInt(6) == 0;
  }

  List<ChatRequest> requests() {
    return requests;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    requests.add(request);
    PairingRules.check(request);
    if (random.nextInt(100) < failShare) {
      throw failure();
    }
    boolean isForm = request.responseFormat() != null && random.nextInt(3) > 0;
    AiMessage message =
        random.nextInt(100) < callShare && !isForm ? callReply(request) : textReply(isForm);
    return ChatResponse.builder()
        .aiMessage(message)
        .finishReason(finish(message))
        .tokenUsage(usage(request))
        .build();
  }

  private RuntimeException failure() {
    return switch (random.nextInt(6)) {
      case 0 -> new InvalidRequestException("maximum context length is 4096 tokens");
      case 1 -> new RateLimitException("slow down");
      case 2 -> new ContentFilteredException("no");
      case 3 -> new IllegalStateException("bug");
      case 4 -> new InvalidRequestException("Unsupported parameter: tool_choice");
      default -> new InvalidRequestException("nonsense");
    };
  }

  private @Nullable FinishReason finish(AiMessage message) {
    return switch (random.nextInt(14)) {
      case 0 -> FinishReason.LENGTH;
      case 1 -> FinishReason.OTHER;
      case 2 -> null;
      case 3 -> random.nextInt(3) == 0 ? FinishReason.CONTENT_FILTER : FinishReason.STOP;
      default ->
          message.hasToolExecutionRequests() ? FinishReason.TOOL_EXECUTION : FinishReason.STOP;
    };
  }

  private @Nullable TokenUsage usage(ChatRequest request) {
    int characters =
        request.messages().stream().mapToInt(message -> message.toString().length()).sum();
    return switch (usageStyle) {
      case 0 -> null;
      case 1 -> new TokenUsage(Math.min(1_500, characters / 5), 20);
      case 2 -> new TokenUsage(-5, -1);
      default -> new TokenUsage(characters / 5, 20 + random.nextInt(100));
    };
  }

  private AiMessage textReply(boolean isForm) {
    if (isForm) {
      return AiMessage.from("{\"keeper\": \"The keeper\", \"year\": " + random.nextInt(9) + "}");
    }
    return AiMessage.from(TEXTS.get(random.nextInt(TEXTS.size())));
  }

  private AiMessage callReply(ChatRequest request) {
    List<ToolCall> calls = new ArrayList<>();
    int many = random.nextInt(12) == 0 ? random.nextInt(100) : 1 + random.nextInt(3);
    for (int i = 0; i < many; i++) {
      calls.add(random.nextInt(5) == 0 ? malformed.ofTurn(1).get(0) : validCall(request));
    }
    String text = random.nextInt(4) == 0 ? "I look." : "";
    return ModelCalls.calls(text, calls, FinishReason.TOOL_EXECUTION).aiMessage();
  }

  private ToolCall validCall(ChatRequest request) {
    String id = List.of("", "call_1", "x" + random.nextInt(1_000_000)).get(random.nextInt(3));
    String removed = removed(request);
    if (removed != null && random.nextBoolean()) {
      return ToolCall.of(id, "chunk_read", "{\"chunk_ids\": [\"" + removed + "\"]}");
    }
    if (seeksInVain) {
      return ToolCall.of(
          id, "keyword_search", "{\"keywords\": [\"Atlantis" + random.nextInt(9) + "\"]}");
    }
    return switch (random.nextInt(3)) {
      case 0 ->
          ToolCall.of(
              id, "keyword_search", "{\"keywords\": [\"year " + random.nextInt(40) + "\"]}");
      case 1 ->
          ToolCall.of(id, "semantic_search", "{\"query\": \"keeper " + random.nextInt(5) + "\"}");
      default ->
          ToolCall.of(id, "chunk_read", "{\"chunk_ids\": [\"d" + random.nextInt(chunks) + "\"]}");
    };
  }

  /** Returns a chunk whose text was replaced with a stub; null if there is none. */
  private static @Nullable String removed(ChatRequest request) {
    for (ChatMessage message : request.messages()) {
      if (message instanceof ToolExecutionResultMessage result
          && result.text().startsWith("Text removed to make room. It showed ")) {
        return result
            .text()
            .substring("Text removed to make room. It showed ".length())
            .split("[,:]", -1)[0];
      }
    }
    return null;
  }
}
