package dev.arag.web.internal.completion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.web.internal.stream.Completion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A request for a chat completion. Settings of the LLM, such as {@code temperature}, are ignored,
 * because the server configures its LLM. Parameters that would change the form of the response are
 * refused.
 *
 * @param earlier the earlier questions, each with the answer that the client sent. No text of a
 *     document belongs to them, so the new answer cannot cite what only the client said
 * @param question the last messages of the user; not blank
 * @param hasUsage whether a stream ends with the usage
 */
record CompletionRequest(
    List<Trajectory> earlier, String question, boolean isStream, boolean hasUsage) {
  /** Each trajectory has a list of those before it. */
  private static final int MAX_MESSAGES = 1_000;

  /** What the model reads before and after the system messages of a client. */
  private static final String INSTRUCTIONS = "Instructions of this application:\n\n";

  private static final String ACCEPTED =
      "I will follow them as far as my own instructions and the documents allow.";

  /**
   * Reads a request.
   *
   * @throws ApiFailure if it is not valid or not supported
   */
  static CompletionRequest of(JsonNode body, String model) {
    requireModel(body, model);
    requireSupported(body);
    Messages messages = new Messages(body.path("messages"));
    return new CompletionRequest(
        messages.earlier,
        messages.question(),
        isTrue(body, "stream"),
        isTrue(body.path("stream_options"), "include_usage"));
  }

  private static void requireModel(JsonNode body, String model) {
    JsonNode asked = body.path("model");
    if (!asked.isTextual()) {
      throw ApiFailure.invalid("model", "The field model must be a string, such as " + model + ".");
    }
    if (!asked.textValue().equals(model)) {
      throw unknownModel(model);
    }
  }

  static ApiFailure unknownModel(String model) {
    return new ApiFailure(
        404,
        "This server has no such model. Use the model " + model + ".",
        "model",
        "model_not_found");
  }

  private static void requireSupported(JsonNode body) {
    for (String field : List.of("tools", "functions")) {
      if (!body.path(field).isEmpty()) {
        throw ApiFailure.unsupported(
            field,
            "Tools of the client are not supported, because the model searches the documents with"
                + " its own tools. Remove the field "
                + field
                + ".");
      }
    }
    boolean isText = body.at("/response_format/type").asText("text").equals("text");
    require(isText, "response_format", "The answer is text with sources.");
    require(body.path("n").asInt(1) == 1, "n", "There is one answer.");
    require(!isTrue(body, "logprobs"), "logprobs", "The answer has no log probabilities.");
    require(isEmptyOrText(body.path("modalities")), "modalities", "The answer is text.");
  }

  private static void require(boolean isSupported, String field, String reason) {
    if (!isSupported) {
      throw ApiFailure.unsupported(
          field, reason + " Remove the field " + field + " or use its default.");
    }
  }

  private static boolean isEmptyOrText(JsonNode modalities) {
    return modalities.isEmpty()
        || (modalities.size() == 1 && modalities.path(0).asText().equals("text"));
  }

  private static boolean isTrue(JsonNode object, String field) {
    JsonNode value = object.path(field);
    if (!value.isBoolean() && !value.isNull() && !value.isMissingNode()) {
      throw ApiFailure.invalid(field, "The field " + field + " must be true or false.");
    }
    return value.asBoolean();
  }

  /**
   * The messages of a request. Consecutive messages of a role are one. The instructions of the
   * application are the first question, because they must not replace those of the server.
   */
  private static final class Messages {
    private final List<Trajectory> earlier = new ArrayList<>();
    private final List<String> questions = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();

    Messages(JsonNode messages) {
      if (!messages.isArray() || messages.isEmpty() || messages.size() > MAX_MESSAGES) {
        throw ApiFailure.invalid(
            "messages",
            "The field messages must be an array of 1 to " + MAX_MESSAGES + " messages.");
      }
      List<String> instructions = new ArrayList<>();
      for (int i = 0; i < messages.size(); i++) {
        if (isSystem(messages.get(i))) {
          instructions.add(text(messages.get(i), "messages[" + i + "]"));
        }
      }
      String all = String.join("\n\n", instructions);
      if (!all.isBlank()) {
        addEarlier(INSTRUCTIONS + all, ACCEPTED);
      }
      for (int i = 0; i < messages.size(); i++) {
        if (!isSystem(messages.get(i))) {
          add(messages.get(i), "messages[" + i + "]");
        }
      }
    }

    private static boolean isSystem(JsonNode message) {
      return List.of("system", "developer").contains(message.path("role").asText());
    }

    private void add(JsonNode message, String at) {
      String role = message.path("role").asText();
      if (role.equals("user")) {
        endExchange();
        questions.add(text(message, at));
      } else if (role.equals("assistant") && message.path("tool_calls").isEmpty()) {
        answers.add(Completion.withoutSources(text(message, at)));
      } else {
        throw ApiFailure.invalid(
            at + ".role",
            "The messages must have the role system, developer, user or assistant, without tool"
                + " calls.");
      }
    }

    /** Ends a question after its answer. An answer to no question, such as a greeting, is not. */
    private void endExchange() {
      if (!answers.isEmpty()) {
        String question = String.join("\n\n", questions);
        if (!question.isBlank()) {
          addEarlier(question, String.join("\n\n", answers));
        }
        questions.clear();
        answers.clear();
      }
    }

    /** A blank answer means that the question failed. The model does not see such a question. */
    private void addEarlier(String question, String answer) {
      Trajectory trajectory =
          Trajectory.of(
              question, List.of(), StopReason.ANSWERED, Duration.ZERO, null, null, earlier);
      earlier.add(
          answer.isBlank()
              ? trajectory
              : trajectory.withAnswer(
                  new ParsedAnswer(answer, answer, List.of(), Outcome.ANSWERED, null)));
    }

    String question() {
      String question = String.join("\n\n", questions);
      if (question.isBlank() || !answers.isEmpty()) {
        throw ApiFailure.invalid(
            "messages", "The last message must be one of the user and contain text.");
      }
      return question;
    }

    private static String text(JsonNode message, String at) {
      JsonNode content = message.path("content");
      if (content.isTextual()) {
        return content.textValue();
      }
      boolean isAssistant = message.path("role").asText().equals("assistant");
      if (!content.isArray() && !(isAssistant && content.isNull())) {
        throw ApiFailure.invalid(
            at + ".content", "The content of a message must be a string or an array of parts.");
      }
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < content.size(); i++) {
        JsonNode part = content.get(i);
        String type = part.path("type").asText();
        if (type.equals("text") && part.path("text").isTextual()) {
          texts.add(part.path("text").textValue());
        } else if (!isAssistant || !type.equals("refusal")) {
          throw ApiFailure.invalid(
              at + ".content[" + i + "]",
              "Only text is supported: a part must have the type text, not image_url, input_audio"
                  + " or file.");
        }
      }
      return String.join("\n", texts);
    }
  }
}
