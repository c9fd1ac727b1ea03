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
 * A chat completion as servers send it, read tolerantly and written anew in the form OpenAI
 * documents, with what a run needs of it.
 */
final class Completion {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Told where a completion was expected: the body is the message. */
  static final class ToldError extends Exception {
    private final int status;

    ToldError(int status, String body) {
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

  /** JSON with exactly one choice. */
  String json() {
    return json;
  }

  /** Why the model stopped, as the server told it; empty if it did not. */
  String finishWord() {
    return finishWord;
  }

  /**
   * @throws ToldError if the server tells of an error in a response of success
   * @throws NotACompletionException if it is something else
   */
  static Completion read(String body) throws ToldError {
    JsonNode root = parse(body.startsWith("\uFEFF") ? body.substring(1) : body);
    JsonNode choice = choice(root);
    JsonNode message = choice.path("message");
    if (!message.isObject()) {
      throw new NotACompletionException("sent a choice without a message.", true);
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
      throw new ToldError(503, "The server broke off its reply.");
    }
    only.put("finish_reason", finish);
    CompletionUsage.read(root.path("usage")).ifPresent(usage -> read.set("usage", usage));
    return new Completion(read.toString(), FinishReasonMapping.told(choice.path("finish_reason")));
  }

  private static void copyText(JsonNode from, String name, ObjectNode to) {
    if (from.path(name).isTextual()) {
      to.set(name, from.path(name));
    }
  }

  private static JsonNode parse(String body) {
    String text = body.strip();
    if (text.isEmpty()) {
      throw new NotACompletionException("sent an empty body.", true);
    }
    if (text.startsWith("<")) {
      throw new NotACompletionException(
          "sent something that is no chat completion: a web page. Check the base URL.", false);
    }
    try {
      return Objects.requireNonNull(JSON.readTree(text));
    } catch (JsonEOFException e) {
      throw new NotACompletionException("sent a body that is cut off.", true);
    } catch (JsonProcessingException e) {
      throw text.startsWith("{")
          ? new NotACompletionException("sent a damaged body: " + where(e), true)
          : new NotACompletionException(
              "sent something that is no chat completion. Check the base URL.", false);
    }
  }

  private static String where(JsonProcessingException failure) {
    return failure.getLocation() == null
        ? "it is no JSON."
        : "it is no JSON from line %d, column %d on."
            .formatted(failure.getLocation().getLineNr(), failure.getLocation().getColumnNr());
  }

  /** The first; others were not asked for. */
  private static JsonNode choice(JsonNode root) throws ToldError {
    JsonNode choices = root.path("choices");
    if (hasError(root)) {
      throw toldError(root);
    }
    if (!(choices instanceof ArrayNode) || choices.isEmpty()) {
      throw new NotACompletionException("sent a completion with no choices.", true);
    }
    if (hasError(choices.path(0))) {
      throw toldError(choices.path(0));
    }
    return choices.path(0);
  }

  private static boolean hasError(JsonNode node) {
    JsonNode error = node.path("error");
    return error.isTextual() ? !error.asText().isBlank() : !error.isEmpty();
  }

  private static ToldError toldError(JsonNode node) {
    JsonNode error = node.path("error");
    int code = error.path("code").asInt(error.path("status").asInt(0));
    return new ToldError(isErrorStatus(code) ? code : guess(error), "{\"error\":" + error + "}");
  }

  private static boolean isErrorStatus(int code) {
    return code >= 400 && code < 600;
  }

  private static int guess(JsonNode error) {
    String words = (error.path("type").asText() + " " + error.path("code").asText());
    if (words.contains("rate_limit")) {
      return 429;
    }
    return words.contains("invalid_request") ? 400 : 500;
  }
}
