package dev.arag.web.internal.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Run;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A response in the form of OpenAI's chat completions, as chunks or as one object. A client cannot
 * remove text that it received, and the text that a model writes may not become the answer.
 * Therefore the chunks contain the answer at the end of the run. Before, they contain the tool
 * calls, as the reasoning of the model.
 */
public final class CompletionParts implements EventWriter.Parts {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String CHUNK = "chat.completion.chunk";

  private final String id = "chatcmpl-" + UUID.randomUUID();
  private final long created = System.currentTimeMillis() / 1_000;
  private final String model;
  private final URI page;
  private final boolean hasUsage;
  private final List<String> parts = new ArrayList<>();
  private boolean isFailed;

  /**
   * @param model the name of the model in the response
   * @param page see {@link Completion#of}
   * @param hasUsage whether the chunks end with the usage
   */
  public CompletionParts(String model, URI page, boolean hasUsage) {
    this.model = model;
    this.page = page;
    this.hasUsage = hasUsage;
    parts.add(PartJson.write(chunk(JSON.objectNode().put("role", "assistant"), null)));
  }

  /** Returns the response as one object. */
  public String whole(Completion completion) {
    ArrayNode choices = choices("message", completion.message(), completion.finishReason());
    ObjectNode response = response("chat.completion", choices);
    response.set("usage", completion.usage());
    return PartJson.write(response.set("arag", PartJson.toObject(completion.metadata())));
  }

  /** Returns an error as one object. */
  public static String error(
      int status, @Nullable String message, @Nullable String param, @Nullable String code) {
    String type = status < 500 ? "invalid_request_error" : "server_error";
    ObjectNode response = JSON.objectNode();
    response
        .putObject("error")
        .put("message", message)
        .put("type", status == 429 ? "rate_limit_error" : type)
        .put("param", param)
        .put("code", code);
    return PartJson.write(response);
  }

  /**
   * The status of a run without an answer. Clients repeat a request after a status of 500 or more,
   * which is of no use if a limit ended the run.
   */
  public static int status(NoAnswerException failure) {
    return switch (failure.stopReason()) {
      case MODEL_FAILED -> failure.isRetriable() ? 503 : 500;
      case CANCELLED -> 503;
      default -> 422;
    };
  }

  /** The code of the error of a run without an answer. */
  public static String code(NoAnswerException failure) {
    return failure.stopReason().name().toLowerCase(Locale.ROOT);
  }

  private ObjectNode response(String type, ArrayNode choices) {
    ObjectNode response =
        JSON.objectNode()
            .put("id", id)
            .put("object", type)
            .put("created", created)
            .put("model", model);
    return response.set("choices", choices);
  }

  private static ArrayNode choices(String field, ObjectNode value, @Nullable String finishReason) {
    ArrayNode choices = JSON.arrayNode();
    choices.addObject().put("index", 0).put("finish_reason", finishReason).set(field, value);
    return choices;
  }

  private ObjectNode chunk(ObjectNode delta, @Nullable String finishReason) {
    return response(CHUNK, choices("delta", delta, finishReason));
  }

  @Override
  public void add(RunEvent event) {
    if (event instanceof RunEvent.ToolCalled called) {
      String line = called.call().name() + " " + called.call().arguments() + "\n";
      parts.add(PartJson.write(chunk(JSON.objectNode().put("reasoning_content", line), null)));
    }
  }

  @Override
  public void end(Run run) {
    try {
      var unused = run.answer();
    } catch (NoAnswerException e) {
      fail(error(status(e), e.getMessage(), null, code(e)));
      return;
    } catch (RuntimeException e) {
      // The message may contain paths.
      fail(error(500, UiMessageParts.FAILED, null, null));
      return;
    }
    end(Completion.of(run, page));
  }

  private void fail(String error) {
    parts.add(error);
    isFailed = true;
  }

  @Override
  public boolean isFailed() {
    return isFailed;
  }

  private void end(Completion completion) {
    for (String field : List.of("content", "annotations")) {
      JsonNode value = completion.message().path(field);
      if (value.isTextual() || !value.isEmpty()) {
        parts.add(PartJson.write(chunk(JSON.objectNode().set(field, value), null)));
      }
    }
    ObjectNode last = chunk(JSON.objectNode(), completion.finishReason());
    parts.add(PartJson.write(last.set("arag", PartJson.toObject(completion.metadata()))));
    if (hasUsage) {
      ObjectNode usage = response(CHUNK, JSON.arrayNode());
      parts.add(PartJson.write(usage.set("usage", completion.usage())));
    }
  }

  @Override
  public List<String> take() {
    List<String> taken = List.copyOf(parts);
    parts.clear();
    return taken;
  }
}
