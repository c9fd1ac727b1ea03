package dev.arag.agent.testing;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.internal.model.LangChain4jMessages;
import dev.arag.agent.internal.model.ModelClient;
import dev.arag.agent.model.Reply;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A chat model for tests that replies from a script. Each request uses the next step of the script,
 * regardless of the content of the request. The model needs no network and no native code. It is
 * thread-safe: steps are used in the order in which requests arrive. Prompts that a run sends to
 * other models at the same time are sent to this model one after the other, in their order.
 *
 * <pre>{@code
 * ChatModel model = ScriptedChatModel.script()
 *     .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
 *     .answer("In Tarn [k2: \"born in Tarn\"].");
 * }</pre>
 */
public final class ScriptedChatModel implements ChatModel, ModelClient.Ordered {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Function<ChatRequest, ChatResponse>> steps = new ArrayList<>();
  private final List<ChatRequest> requests = new ArrayList<>();
  private int callsWritten;

  private ScriptedChatModel() {}

  /**
   * Returns a script without steps. Each of the following methods adds one step and returns the
   * same script.
   */
  public static ScriptedChatModel script() {
    return new ScriptedChatModel();
  }

  /** Adds a step in which the model calls one tool. */
  public ScriptedChatModel call(String tool, Map<String, ?> arguments) {
    requireNonNull(tool, "tool");
    requireNonNull(arguments, "arguments");
    return call(tool, json(arguments));
  }

  /**
   * Adds a step in which the model calls one tool.
   *
   * @param arguments the arguments, which are sent unchanged and need not be valid JSON
   */
  public ScriptedChatModel call(String tool, String arguments) {
    requireNonNull(tool, "tool");
    requireNonNull(arguments, "arguments");
    callsWritten++;
    return calls(ToolCall.of("call_" + callsWritten, tool, arguments));
  }

  /** Adds a step in which the model calls several tools in one turn, in the given order. */
  public ScriptedChatModel calls(ToolCall... calls) {
    requireNonNull(calls, "calls");
    AiMessage message = AiMessage.from(Stream.of(calls).map(ScriptedChatModel::toRequest).toList());
    return reply(request -> response(message, FinishReason.TOOL_EXECUTION));
  }

  /** Adds a step in which the model writes text and stops. */
  public ScriptedChatModel answer(String text) {
    return answer(text, FinishReason.STOP);
  }

  /**
   * Adds a step in which the model writes text and stops for the given reason, such as the length
   * limit.
   */
  public ScriptedChatModel answer(String text, FinishReason reason) {
    requireNonNull(text, "text");
    requireNonNull(reason, "reason");
    return reply(request -> response(AiMessage.from(text), reason));
  }

  /** Adds a step in which the request fails with the given exception. */
  public ScriptedChatModel fail(RuntimeException failure) {
    requireNonNull(failure, "failure");
    return reply(
        request -> {
          throw failure;
        });
  }

  /** Adds a step in which the model returns the given reply. */
  public ScriptedChatModel reply(Reply reply) {
    requireNonNull(reply, "reply");
    return reply(request -> LangChain4jMessages.toLangChain4j(reply));
  }

  /**
   * Adds a step that computes the reply from the request, for cases that the other methods do not
   * cover.
   */
  public synchronized ScriptedChatModel reply(Function<ChatRequest, ChatResponse> step) {
    requireNonNull(step, "step");
    steps.add(step);
    return this;
  }

  /** The requests received so far, in order. Requests that failed are included. */
  public synchronized List<ChatRequest> requests() {
    return List.copyOf(requests);
  }

  /** The number of steps that have not been used yet. */
  public synchronized int stepsLeft() {
    return Math.max(0, steps.size() - requests.size());
  }

  /**
   * @throws IllegalStateException if all steps of the script have been used
   */
  @Override
  public ChatResponse doChat(ChatRequest request) {
    requireNonNull(request, "request");
    return next(request).apply(request);
  }

  private synchronized Function<ChatRequest, ChatResponse> next(ChatRequest request) {
    requests.add(request);
    if (requests.size() > steps.size()) {
      throw new IllegalStateException(
          "The script has "
              + steps.size()
              + " steps, and this is request "
              + requests.size()
              + ". Add a step with call(...) or answer(...), or check requests() to see why the"
              + " model was called again.");
    }
    return steps.get(requests.size() - 1);
  }

  private static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder().aiMessage(message).finishReason(reason).build();
  }

  private static ToolExecutionRequest toRequest(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.name())
        .arguments(call.arguments())
        .build();
  }

  private static String json(Map<String, ?> arguments) {
    try {
      return JSON.writeValueAsString(arguments);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The tool arguments cannot be written as JSON.", e);
    }
  }
}
