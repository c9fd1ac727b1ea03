package dev.arag.agent.internal.loop;

import dev.arag.agent.internal.model.Request;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One turn of the main model: the request, the tool calls of the reply, and the results so far. */
public final class Turn {
  private final Request request;
  private final List<ToolCall> calls;
  private final boolean isTruncated;
  private final Map<String, Observation> results = new HashMap<>();
  private int nextRequestTokens;
  private int answeredCalls;
  private int executedCalls;

  /**
   * @param request the request as it was sent
   * @param calls the tool calls of the reply
   * @param isTruncated whether the reply was cut off; none of its tool calls is executed then
   * @param nextRequestTokens the size of the next request before any result is added
   */
  public Turn(Request request, List<ToolCall> calls, boolean isTruncated, int nextRequestTokens) {
    this.request = request;
    this.calls = calls;
    this.isTruncated = isTruncated;
    this.nextRequestTokens = nextRequestTokens;
  }

  /** Returns the turn that represents the state before the first reply of the main model. */
  public static Turn initial() {
    return new Turn(new Request(List.of(), Toolbox.empty()), List.of(), false, 0);
  }

  Request request() {
    return request;
  }

  boolean isTruncated() {
    return isTruncated;
  }

  /** Returns the results of this turn, keyed by the canonical form of the tool call. */
  Map<String, Observation> results() {
    return results;
  }

  /** Returns the size of the next request, including the results so far. */
  public int nextRequestTokens() {
    return nextRequestTokens;
  }

  public void addResultTokens(int tokens) {
    nextRequestTokens += tokens;
  }

  /** Whether the model made the tool call. A strategy may also make tool calls. */
  boolean isCallOfModel(ToolCall call) {
    return calls.contains(call);
  }

  void addAnsweredCall() {
    answeredCalls++;
  }

  boolean isLastCallAnswered() {
    return answeredCalls == calls.size();
  }

  void addExecutedCall() {
    executedCalls++;
  }

  int executedCalls() {
    return executedCalls;
  }
}
