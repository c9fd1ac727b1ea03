package dev.arag.openai.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.EndpointChatModel;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.openai.internal.OpenAiUtils;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A chat completion. The reader tolerates the deviations of other servers from the form that OpenAI
 * documents.
 *
 * @param finishWord the finish reason as the server wrote it; empty if there is none
 * @param leftOut the parameters that were omitted from the request
 */
record ChatCompletion(ChatResponse chat, int cachedTokens, String finishWord, Set<String> leftOut) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Thrown if the body of a successful response contains an error. The message is that body. */
  static final class ServerErrorInBody extends Exception {
    private final int status;

    ServerErrorInBody(int status, String body) {
      super(body);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  ChatCompletion withLeftOut(Set<String> names) {
    return new ChatCompletion(chat, cachedTokens, finishWord, names);
  }

  EndpointChatModel.Response response() {
    return new EndpointChatModel.Response(chat, cachedTokens, Reply.Form.of(finishWord, leftOut));
  }

  /**
   * Reads the body of a successful response.
   *
   * @throws ServerErrorInBody if the body contains an error
   * @throws NotACompletionException if the body is neither an error nor a completion
   */
  static ChatCompletion parse(String body) throws ServerErrorInBody {
    return read(json(body));
  }

  /** Reads a completion, see {@link #parse}. */
  static ChatCompletion read(JsonNode root) throws ServerErrorInBody {
    JsonNode choice = choice(root);
    if (!choice.path("message").isObject()) {
      throw new NotACompletionException("returned a choice without a message.", true);
    }
    CompletionMessage message = CompletionMessage.read(choice.path("message"));
    String finish = FinishReasonMapping.standard(choice.path("finish_reason"));
    if (FinishReasonMapping.ERROR.equals(finish)) {
      throw new ServerErrorInBody(503, "The server aborted its reply.");
    }
    if (!message.refusal().isBlank()) {
      throw new ContentFilteredException(message.refusal());
    }
    OpenAiChatResponseMetadata.Builder metadata = OpenAiChatResponseMetadata.builder();
    metadata.id(text(root, "id")).modelName(text(root, "model"));
    metadata.finishReason(OpenAiUtils.finishReasonFrom(finish));
    Optional<OpenAiTokenUsage> usage = CompletionUsage.read(root.path("usage"));
    usage.ifPresent(metadata::tokenUsage);
    ChatResponse chat =
        ChatResponse.builder().aiMessage(toAiMessage(message)).metadata(metadata.build()).build();
    return new ChatCompletion(
        chat,
        usage.map(ChatCompletion::cached).orElse(0),
        FinishReasonMapping.original(choice.path("finish_reason")),
        Set.of());
  }

  private static AiMessage toAiMessage(CompletionMessage message) {
    return AiMessage.builder()
        .text(message.text().isEmpty() ? null : message.text())
        .thinking(message.reasoning().isEmpty() ? null : message.reasoning())
        .toolExecutionRequests(message.calls())
        .build();
  }

  private static int cached(OpenAiTokenUsage usage) {
    return usage.inputTokensDetails() == null ? 0 : usage.inputTokensDetails().cachedTokens();
  }

  private static @Nullable String text(JsonNode from, String name) {
    return from.path(name).isTextual() ? from.path(name).textValue() : null;
  }

  private static JsonNode json(String body) {
    String text = body.strip();
    if (text.isEmpty()) {
      throw new NotACompletionException("returned an empty body.", true);
    }
    if (text.startsWith("<")) {
      throw new NotACompletionException(
          "returned a web page, which is not a chat completion. Check the base URL.", false);
    }
    try {
      return Objects.requireNonNull(JSON.readTree(text));
    } catch (JsonEOFException e) {
      throw new NotACompletionException("returned a truncated body.", true);
    } catch (JsonProcessingException e) {
      throw text.startsWith("{")
          ? new NotACompletionException("returned a corrupt body: " + where(e), true)
          : new NotACompletionException(
              "returned a response that is not a chat completion. Check the base URL.", false);
    }
  }

  private static String where(JsonProcessingException failure) {
    return failure.getLocation() == null
        ? "it is not JSON."
        : "invalid JSON at line %d, column %d."
            .formatted(failure.getLocation().getLineNr(), failure.getLocation().getColumnNr());
  }

  /** Returns the first choice. Requests ask for only one. */
  private static JsonNode choice(JsonNode root) throws ServerErrorInBody {
    JsonNode choices = root.path("choices");
    if (hasError(root)) {
      throw serverError(root);
    }
    if (!(choices instanceof ArrayNode) || choices.isEmpty()) {
      throw new NotACompletionException("returned a completion with no choices.", true);
    }
    if (hasError(choices.path(0))) {
      throw serverError(choices.path(0));
    }
    return choices.path(0);
  }

  private static boolean hasError(JsonNode node) {
    JsonNode error = node.path("error");
    return error.isTextual() ? !error.asText().isBlank() : !error.isEmpty();
  }

  private static ServerErrorInBody serverError(JsonNode node) {
    JsonNode error = node.path("error");
    int code = error.path("code").asInt(error.path("status").asInt(0));
    return new ServerErrorInBody(
        isErrorStatus(code) ? code : guessStatus(error), "{\"error\":" + error + "}");
  }

  private static boolean isErrorStatus(int code) {
    return code >= 400 && code < 600;
  }

  private static int guessStatus(JsonNode error) {
    String names = (error.path("type").asText() + " " + error.path("code").asText());
    if (names.contains("rate_limit")) {
      return 429;
    }
    return names.contains("invalid_request") ? 400 : 500;
  }
}
