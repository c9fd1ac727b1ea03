package dev.arag.agent.step;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.arag.agent.model.Reply;
import dev.arag.tools.call.Snippet;
import java.time.Duration;
import java.util.List;

/**
 * The resources that a run used.
 *
 * @param turns the number of requests to the main model, including failed requests and the closing
 *     call (the last request, without tools)
 * @param modelCalls the number of requests to the models of all roles
 * @param toolCalls the number of tool calls that the model or the strategy made, including rejected
 *     calls, but without text that the strategy showed by itself ({@link Step.ToolUse#isShow()})
 * @param retrievedTokens the number of o200k tokens of corpus text in all observations; text that
 *     was shown several times is counted each time
 * @param inputTokens the number of input tokens of all requests as reported by the server; for
 *     requests for which the server reported no usage, the number of o200k tokens
 * @param cachedInputTokens the number of input tokens that the server had cached
 * @param outputTokens the number of output tokens of all replies
 * @param elapsed the wall-clock time of the run
 */
public record Usage(
    int turns,
    int modelCalls,
    int toolCalls,
    long retrievedTokens,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    @JsonIgnore Duration elapsed) {
  public Usage {
    requireNonNull(elapsed, "elapsed");
  }

  /** Adds up the usage of all steps of a run. */
  public static Usage of(List<Step> steps, Duration elapsed) {
    requireNonNull(steps, "steps");
    requireNonNull(elapsed, "elapsed");
    int turns = 0;
    int modelCalls = 0;
    int toolCalls = 0;
    long retrieved = 0;
    long input = 0;
    long cached = 0;
    long output = 0;
    for (Step step : steps) {
      if (step instanceof Step.ToolUse use) {
        toolCalls += use.isShow() ? 0 : 1;
        retrieved += use.observation().shown().stream().mapToLong(Snippet::tokens).sum();
      } else if (step instanceof Step.Sent sent) {
        turns += sent.isMain() ? 1 : 0;
        modelCalls++;
      }
      if (step instanceof Step.ModelCall call) {
        Reply.Tokens tokens = call.tokens();
        input += tokens.input();
        cached += tokens.cachedInput();
        output += tokens.output();
      }
    }
    return new Usage(turns, modelCalls, toolCalls, retrieved, input, cached, output, elapsed);
  }
}
