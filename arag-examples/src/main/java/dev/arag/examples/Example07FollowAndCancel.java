package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.time.Duration;

/**
 * Follows a run step by step, as a web page would, and limits the run with a budget. The text of
 * the LLM is streamed. ARAG_BASE_URL, ARAG_MODEL and ARAG_API_KEY select the LLM; the default is
 * the built-in rule-based model, which does not stream. Ctrl-C cancels the run. Optional arguments:
 * the folder to index and the question.
 */
public final class Example07FollowAndCancel {
  private static final String QUESTION = "Since when has Oda Fenwick been with the company?";

  private Example07FollowAndCancel() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 2))) {
      index.sync(Handbook.documents(args));
      Agent agent =
          agent(index)
              .budget(
                  Budget.builder()
                      .maxTurns(8)
                      .contextTokens(40_000)
                      .timeout(Duration.ofSeconds(30))
                      .build())
              .build();
      Run run = agent.start(args.length > 1 ? args[1] : QUESTION);
      Thread cancelButton = new Thread(run::cancel);
      Runtime.getRuntime().addShutdownHook(cancelButton);
      follow(run);
      Runtime.getRuntime().removeShutdownHook(cancelButton);
    }
  }

  private static Agent.Builder agent(Index index) {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? Agent.builder(index, OpenAiCompatible.ofEnvironment().streamingChatModel())
        : Agent.builder(index, new ExtractiveChatModel());
  }

  private static void follow(Run run) {
    try {
      run.forEach(Example07FollowAndCancel::show);
      System.out.println(run.answer().shortAnswer());
    } catch (NoAnswerException e) {
      System.out.println(e.stopReason() + ": " + e.getMessage());
    }
  }

  private static void show(RunEvent event) {
    if (event instanceof RunEvent.TextDelta delta) {
      System.out.print(delta.text());
    } else if (event instanceof RunEvent.Retrying retrying) {
      System.out.println("retrying in " + retrying.pause() + ": " + retrying.error());
    } else if (event instanceof RunEvent.StepCompleted completed
        && completed.step() instanceof Step.ToolUse use) {
      System.out.println(use.turn() + " " + use.call().name() + " " + use.call().arguments());
    }
  }
}
