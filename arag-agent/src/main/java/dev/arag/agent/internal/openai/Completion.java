package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * A chat completion. The reader tolerates the deviations of other servers and rewrites the
 * completion in the form that OpenAI documents.
 */
final class Completion {
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

  private final String json;
  private final String finishWord;

  private Completion(String json, String finishWord) {
    this.json = json;
    this.finishWord = finishWord;
  }

  /** Returns the completion as JSON with exactly one choice. */
  String json() {
    return json;
  }

  /** Returns the finish reason as the server wrote it; empty if there is none. */
  String finishWord() {
    return finishWord;
  }

  /**
   * Reads the body of a successful response.
   *
   * @throws ServerErrorInBody if the body contains an error
   * @throws NotACompletionException if the body is neither an error nor a completion
   */
  static Completion read(String body) throws ServerErrorInBody {
    JsonNode root = parse(body.startsWith("\uFEFF") ? body.substring(1) : body);
    JsonNode choice = choice(root);
    JsonNode message = choice.path("message");
    if (!message.isObject()) {
      throw new NotACompletionException("returned a choice without a message.", true);
    }
    ObjectNode read = JSON.createObjectNode();
    read.put("object", "chat.completion");
    copyText(root, "id", read);
    copyText(root, "model", read);
    ObjectNode only = read.putArray("choices").addObject();
    only.put("index", 0);
    only.set("message", CompletionMessage.read(message));
    String finish = FinishReasonMapping.standard(choice.path("finish_reason"));
    if (FinishReasonMapping.ERROR.equals(finish)) {
      throw new ServerErrorInBody(503, "The server aborted its reply.");
    }
    only.put("finish_reason", finish);
    CompletionUsage.read(root.path("usage")).ifPresent(usage -> read.set("usage", usage));
    return new Completion(
        read.toString(), FinishReasonMapping.original(choice.path("finish_reason")));
  }

  private static void copyText(JsonNode from, String name, ObjectNode to) {
    if (from.path(name).isTextual()) {
      to.set(name, from.path(name));
    }
  }

  private static JsonNode parse(String body) {
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
