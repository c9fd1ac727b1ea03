package dev.arag.agent.step;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One step of a run. The annotations describe the JSON form of a trajectory. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Step.ModelCall.class, name = "modelCall"),
  @JsonSubTypes.Type(value = Step.ModelFailure.class, name = "modelFailure"),
  @JsonSubTypes.Type(value = Step.ToolUse.class, name = "toolUse"),
  @JsonSubTypes.Type(value = Step.Retry.class, name = "retry"),
  @JsonSubTypes.Type(value = Step.Correction.class, name = "nudge")
})
@JsonPropertyOrder({"turn", "elapsedNanos"})
public sealed interface Step {
  /**
   * The number of model calls of all roles up to this step, so the first model call has number 1. A
   * tool call belongs to the last model call before it, normally the one whose reply asked for it.
   * The number can exceed {@link Usage#turns()}, which counts the main model only. It is 0 for tool
   * calls that a strategy makes before the first model call.
   */
  int turn();

  /** The duration of the step. */
  @JsonProperty("elapsedNanos")
  Duration elapsed();

  /** Returns a copy of this step with another duration. */
  Step withElapsed(Duration other);

  private static void requireText(String name, @Nullable String value) {
    if (value != null && value.isEmpty()) {
      throw new IllegalArgumentException(name + " must not be empty");
    }
  }

  /**
   * The reasons for a correction. The names are those of the messages in {@code
   * dev.arag.agent.spi.LoopMessage}.
   */
  enum CorrectionKind {
    NO_SEARCH,
    ANNOUNCED,
    NO_CITATION,
    SECOND_LOOK
  }

  /** A step that sent messages to a model. */
  sealed interface Sent extends Step permits ModelCall, ModelFailure {
    /** The role of the model: {@code agent} for the main model, or another role. */
    String role();

    /** Whether the request was sent to the main model. */
    default boolean isMain() {
      return role().equals("agent");
    }

    /** All messages of the request, in order. */
    List<Message> messages();

    /**
     * The number of the group of calls that were made at the same time, starting with 1; empty if
     * the call was made alone.
     */
    OptionalInt group();

    private static OptionalInt group(@Nullable Integer number) {
      return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private static void requireGroup(@Nullable Integer number) {
      if (number != null && number < 1) {
        throw new IllegalArgumentException(
            "groupNumber must be at least 1, or null for a call made alone; was " + number);
      }
    }

    /** Returns a copy of this step with other messages. */
    Sent withMessages(List<Message> other);
  }

  /**
   * A request that was sent to a model.
   *
   * @param role the role of the model
   * @param messages all messages of the request, in order
   * @param tools the names of the tools that the model was offered
   * @param isClosing whether this was the closing call, in which the model may not call tools
   * @param tokens the size of the request in o200k tokens, including the tool descriptions
   */
  record ModelRequest(
      String role,
      List<Message> messages,
      List<String> tools,
      @JsonProperty("closing") boolean isClosing,
      @JsonProperty("requestTokens") long tokens) {
    public ModelRequest {
      requireNonNull(role, "role");
      messages = List.copyOf(requireNonNull(messages, "messages"));
      tools = List.copyOf(requireNonNull(tools, "tools"));
    }
  }

  /**
   * A model call that returned a reply.
   *
   * @param groupNumber the number of the group of calls that were made at the same time, starting
   *     with 1; null if the call was made alone
   * @param elapsed the duration of the call; the calls of a group have the duration of the group
   */
  record ModelCall(
      int turn,
      @JsonUnwrapped ModelRequest request,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("group")
          @Nullable Integer groupNumber,
      Reply reply,
      Duration elapsed)
      implements Sent {
    public ModelCall {
      requireNonNull(request, "request");
      requireNonNull(reply, "reply");
      requireNonNull(elapsed, "elapsed");
      Sent.requireGroup(groupNumber);
    }

    @Override
    public String role() {
      return request.role();
    }

    @Override
    public List<Message> messages() {
      return request.messages();
    }

    @Override
    public OptionalInt group() {
      return Sent.group(groupNumber);
    }

    @Override
    public ModelCall withElapsed(Duration other) {
      return new ModelCall(turn, request, groupNumber, reply, other);
    }

    @Override
    public ModelCall withMessages(List<Message> other) {
      ModelRequest changed =
          new ModelRequest(
              request.role(), other, request.tools(), request.isClosing(), request.tokens());
      return new ModelCall(turn, changed, groupNumber, reply, elapsed);
    }

    /**
     * The token usage that the server reported. If the server reported no usage, an estimate of the
     * input tokens.
     */
    public Reply.Tokens tokens() {
      Reply.Tokens tokens = reply.tokens();
      return tokens == null ? Reply.Tokens.estimated(request.tokens(), 0) : tokens;
    }
  }

  /**
   * A model call that failed.
   *
   * @param error the message of the failure
   * @param kind the kind of the failure
   * @param errorType the value of {@link ModelException#type()}
   * @param groupNumber the number of the group of the call, see {@link ModelCall#groupNumber()}
   */
  record ModelFailure(
      int turn,
      String role,
      List<Message> messages,
      String error,
      @JsonSetter(nulls = Nulls.AS_EMPTY) ModelException.Kind kind,
      String errorType,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("group")
          @Nullable Integer groupNumber,
      Duration elapsed)
      implements Sent {
    public ModelFailure {
      requireNonNull(role, "role");
      requireNonNull(error, "error");
      requireNonNull(kind, "kind");
      requireText("errorType", requireNonNull(errorType, "errorType"));
      requireNonNull(elapsed, "elapsed");
      Sent.requireGroup(groupNumber);
      messages = List.copyOf(requireNonNull(messages, "messages"));
    }

    @Override
    public OptionalInt group() {
      return Sent.group(groupNumber);
    }

    @Override
    public ModelFailure withElapsed(Duration other) {
      return new ModelFailure(turn, role, messages, error, kind, errorType, groupNumber, other);
    }

    @Override
    public ModelFailure withMessages(List<Message> other) {
      return new ModelFailure(turn, role, other, error, kind, errorType, groupNumber, elapsed);
    }
  }

  /**
   * A tool call and its observation, or text that a strategy showed without a tool.
   *
   * @param error the stack trace (in other steps, {@code error} is only a message) of the exception
   *     with which a custom tool failed; API keys are redacted. Null if the tool did not fail
   * @param errorType the class name of this exception; null if the tool did not fail
   */
  record ToolUse(
      int turn,
      ToolCall call,
      Observation observation,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String error,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String errorType,
      Duration elapsed)
      implements Step {
    /** The name and the id of the call if a strategy showed text with {@code RunContext.show}. */
    public static final String SHOW = "show";

    public ToolUse {
      requireNonNull(call, "call");
      requireNonNull(observation, "observation");
      requireText("error", error);
      requireText("errorType", errorType);
      requireNonNull(elapsed, "elapsed");
    }

    /** Creates the step of a tool that did not fail. */
    public ToolUse(int turn, ToolCall call, Observation observation, Duration elapsed) {
      this(turn, call, observation, null, null, elapsed);
    }

    /**
     * Whether a strategy showed text with {@code RunContext.show}. Such a step does not count as a
     * tool call, neither in the budget nor in the usage.
     */
    public boolean isShow() {
      return call.name().equals(SHOW) && call.id().equals(SHOW);
    }

    /** Whether a custom tool threw an exception. */
    public boolean hasFailed() {
      return errorType != null;
    }

    @Override
    public ToolUse withElapsed(Duration other) {
      return new ToolUse(turn, call, observation, error, errorType, other);
    }
  }

  /**
   * A message that the run sent because the model ended its turn too early.
   *
   * @param kind the reason for the correction
   * @param text the text of the message
   */
  record Correction(int turn, CorrectionKind kind, String text, Duration elapsed) implements Step {
    public Correction {
      requireNonNull(kind, "kind");
      requireNonNull(text, "text");
      requireNonNull(elapsed, "elapsed");
    }

    @Override
    public Correction withElapsed(Duration other) {
      return new Correction(turn, kind, text, other);
    }
  }

  /**
   * An attempt of a model call that failed. The call was retried in the same turn.
   *
   * @param role the role of the model
   * @param error the message of the failure
   * @param errorType the value of {@link ModelException#type()}
   * @param pause the pause before the next attempt
   */
  record Retry(
      int turn,
      String role,
      String error,
      String errorType,
      @JsonProperty("pauseNanos") Duration pause,
      Duration elapsed)
      implements Step {
    public Retry {
      requireNonNull(role, "role");
      requireNonNull(error, "error");
      requireText("errorType", requireNonNull(errorType, "errorType"));
      requireNonNull(pause, "pause");
      requireNonNull(elapsed, "elapsed");
    }

    @Override
    public Retry withElapsed(Duration other) {
      return new Retry(turn, role, error, errorType, pause, other);
    }
  }
}
