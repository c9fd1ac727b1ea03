package dev.arag.agent.internal.loop;

import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One turn of the main model: its request, the calls of its reply, and the results so far. */
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
   * @param isTruncated whether the reply was cut off, so that none of its calls is executed
   * @param nextRequestTokens size of the next request before any result is added to it
   */
  public Turn(Request request, List<ToolCall> calls, boolean isTruncated, int nextRequestTokens) {
    this.request = request;
    this.calls = calls;
    this.isTruncated = isTruncated;
    this.nextRequestTokens = nextRequestTokens;
  }

  /** The state before the first reply of the main model. */
  public static Turn initial() {
    return new Turn(new Request(List.of(), Toolbox.empty()), List.of(), false, 0);
  }

  Request request() {
    return request;
  }

  boolean isTruncated() {
    return isTruncated;
  }

  /** The results of this turn's calls by the canonical form of the call. */
  Map<String, Observation> results() {
    return results;
  }

  /** Size of the next request with the results so far. */
  public int nextRequestTokens() {
    return nextRequestTokens;
  }

  public void addResultTokens(int tokens) {
    nextRequestTokens += tokens;
  }

  /** Whether the model made the call; a strategy may make calls too. */
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
