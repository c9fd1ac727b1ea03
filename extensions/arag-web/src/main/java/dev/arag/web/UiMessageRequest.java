package dev.arag.web;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.web.internal.stream.PartJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The request that {@code useChat} of the npm package {@code ai} sends: a chat with all its
 * messages, of which the last one is the question. The text of the earlier messages is not used,
 * because a client can send any text as a reply of the assistant; {@link Chats} keeps the real
 * messages.
 *
 * @param chat the id of the chat, which the client chose; empty if the request has none
 * @param question the text of the last message; not blank
 * @param earlierQuestions the number of questions before the last one. If a reader edits or repeats
 *     an earlier question, the number is smaller than in the previous request
 */
public record UiMessageRequest(String chat, String question, int earlierQuestions) {
  /** The largest size of a request that is read from a stream, in bytes. */
  public static final int MAX_BYTES = 4 * 1024 * 1024;

  private static final int MAX_ID_LENGTH = 200;

  public UiMessageRequest {
    requireNonNull(chat, "chat");
    requireNonNull(question, "question");
    if (question.isBlank()) {
      throw new IllegalArgumentException("question must not be blank");
    }
    if (earlierQuestions < 0) {
      throw new IllegalArgumentException("earlierQuestions must be >= 0, was " + earlierQuestions);
    }
  }

  /**
   * Reads the body of a request.
   *
   * @param body the body as UTF-8, at most {@link #MAX_BYTES}; not closed
   * @throws InvalidRequestException if the body is not such a request
   * @throws IOException if the body cannot be read
   */
  public static UiMessageRequest read(InputStream body) throws IOException {
    byte[] bytes = requireNonNull(body, "body").readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw invalid("The request is larger than " + MAX_BYTES + " bytes.");
    }
    return parse(new String(bytes, StandardCharsets.UTF_8));
  }

  /**
   * Reads the body of a request.
   *
   * @param json a JSON object such as {@code {"id":"c1","messages":[{"role":"user","parts":[{
   *     "type":"text","text":"Who?"}]}]}}; other fields are ignored
   * @throws InvalidRequestException if the text is not such a request
   */
  public static UiMessageRequest parse(String json) {
    JsonNode request = readObject(requireNonNull(json, "json"));
    JsonNode messages = request.path("messages");
    if (!messages.isArray() || messages.isEmpty()) {
      throw invalid("The request has no array of messages.");
    }
    JsonNode last = messages.get(messages.size() - 1);
    if (!isQuestion(last)) {
      throw invalid("The last message is not a message of the user.");
    }
    int questions = 0;
    for (JsonNode message : messages) {
      questions += isQuestion(message) ? 1 : 0;
    }
    return new UiMessageRequest(id(request), text(last), questions - 1);
  }

  private static JsonNode readObject(String json) {
    try {
      JsonNode request = PartJson.read(json);
      if (request.isObject()) {
        return request;
      }
    } catch (JsonProcessingException e) {
      // The message of the exception would repeat text of the request.
      throw invalid("The request is not valid JSON.");
    }
    throw invalid("The request is not a JSON object.");
  }

  private static boolean isQuestion(JsonNode message) {
    return message.path("role").asText().equals("user");
  }

  private static String id(JsonNode request) {
    JsonNode id = request.path("id");
    if (id.isMissingNode() || id.isNull()) {
      return "";
    }
    if (!id.isTextual() || id.textValue().length() > MAX_ID_LENGTH) {
      throw invalid(
          "The id of the chat is not a string of at most " + MAX_ID_LENGTH + " characters.");
    }
    return id.textValue();
  }

  private static String text(JsonNode message) {
    List<String> texts = new ArrayList<>();
    for (JsonNode part : message.path("parts")) {
      String type = part.path("type").asText();
      if (type.equals("file")) {
        throw invalid("The question contains a file. Only text is supported.");
      }
      if (type.equals("text") && part.path("text").isTextual()) {
        texts.add(part.path("text").textValue());
      }
    }
    String text = String.join("\n", texts);
    if (text.isBlank()) {
      throw invalid("The question is empty.");
    }
    return text;
  }

  private static InvalidRequestException invalid(String message) {
    return new InvalidRequestException(message, null);
  }
}
