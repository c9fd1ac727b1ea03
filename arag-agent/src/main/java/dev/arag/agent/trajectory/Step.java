package dev.arag.agent.trajectory;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import java.time.Duration;
import java.util.List;

/** One thing that happened in a run. */
public sealed interface Step {
  /**
   * The turn it belongs to, from 1: a model call and the tool calls it asked for. 0 for tool calls
   * a strategy made before the first model call.
   */
  int turn();

  /** How long it took. */
  Duration elapsed();

  /** This step with another duration. */
  Step withElapsed(Duration other);

  /** A kind of failure that a run reacts to, as {@link ModelException#kind()} names it. */
  enum FailureKind {
    CONTEXT_OVERFLOW,
    REFUSAL,
    FORM_REFUSED,
    OUT_OF_TIME,
    OTHER
  }

  /** A reason of a correction, as {@code dev.arag.agent.LoopMessage} names it. */
  enum NudgeKind {
    NO_SEARCH,
    ANNOUNCED,
    NO_CITATION,
    SECOND_LOOK
  }

  /** A step that sent messages to a model. */
  sealed interface Sent extends Step permits ModelCall, ModelFailure {
    /** Who was asked: {@code agent}, or the role a strategy spoke to. */
    String role();

    /** All messages of the request, in order. */
    List<Message> messages();
  }

  /**
   * A model was asked and replied.
   *
   * @param messages all messages of the request, in order
   * @param tools the names of the tools offered
   * @param isClosing whether it was the closing call, in which no tool may be called
   * @param requestTokens the size of the request in o200k tokens, tools included
   */
  record ModelCall(
      int turn,
      String role,
      List<Message> messages,
      List<String> tools,
      boolean isClosing,
      long requestTokens,
      Reply reply,
      Duration elapsed)
      implements Sent {
    public ModelCall {
      messages = List.copyOf(messages);
      tools = List.copyOf(tools);
    }

    @Override
    public ModelCall withElapsed(Duration other) {
      return new ModelCall(turn, role, messages, tools, isClosing, requestTokens, reply, other);
    }

    /** What it cost, as the server says, or estimated where it does not. */
    public Tokens tokens() {
      Tokens tokens = reply.tokens();
      return tokens == null ? Tokens.estimated(requestTokens, 0) : tokens;
    }
  }

  /**
   * A model was asked and failed.
   *
   * @param error what went wrong
   * @param kind what kind of failure it was
   * @param errorType the same more finely, as {@link ModelException#type()} names it; empty in old
   *     records
   */
  record ModelFailure(
      int turn,
      String role,
      List<Message> messages,
      String error,
      FailureKind kind,
      String errorType,
      Duration elapsed)
      implements Sent {
    public ModelFailure {
      messages = List.copyOf(messages);
    }

    @Override
    public ModelFailure withElapsed(Duration other) {
      return new ModelFailure(turn, role, messages, error, kind, errorType, other);
    }
  }

  /** A tool was called. */
  record ToolUse(int turn, ToolCall call, Observation observation, Duration elapsed)
      implements Step {
    @Override
    public ToolUse withElapsed(Duration other) {
      return new ToolUse(turn, call, observation, other);
    }
  }

  /**
   * The model ended too early and was corrected.
   *
   * @param text the message it was sent
   */
  record Nudge(int turn, NudgeKind kind, String text, Duration elapsed) implements Step {
    @Override
    public Nudge withElapsed(Duration other) {
      return new Nudge(turn, kind, text, other);
    }
  }

  /**
   * An attempt to ask a model failed, and another one followed it in the same turn.
   *
   * @param role who was asked
   * @param error what went wrong
   * @param errorType the same in a word, as {@link ModelException#type()} names it; empty in old
   *     records
   * @param pause how long the next attempt was waited for
   */
  record Retry(
      int turn, String role, String error, String errorType, Duration pause, Duration elapsed)
      implements Step {
    @Override
    public Retry withElapsed(Duration other) {
      return new Retry(turn, role, error, errorType, pause, other);
    }
  }
}
