package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.Map;

/**
 * Implements a strategy that searches once, answers, and lets a second model check the answer. If
 * the check fails, the strategy falls back to the default loop. The library still enforces the
 * budget, records the trajectory, checks the citations, and builds the final answer.
 */
public final class Example09YourOwnStrategy {
  private Example09YourOwnStrategy() {}

  public static void main(String[] args) {
    Strategy checkedAnswer =
        (question, run) -> {
          Observation found = run.call(ToolCall.of("semantic_search", Map.of("query", question)));
          String draft =
              run.complete(
                  "Answer only from these passages, citing them.\n"
                      + found.text()
                      + "\nQuestion: "
                      + question);
          String check =
              run.as("checker")
                  .complete(
                      "Do the passages prove this? yes or no\n" + found.text() + "\n" + draft);
          return check.startsWith("yes") ? draft : Strategies.arag().run(question, run);
        };
    Agent agent =
        Agent.builder(
                InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881.")),
                ScriptedChatModel.script().answer("In Tarn [k2: \"born in Tarn\"]."))
            .model("checker", ScriptedChatModel.script().answer("yes"))
            .strategy(checkedAnswer)
            .build();
    Answer answer = agent.ask("Where was Mira Voss born?");
    System.out.println(answer.text());
    System.out.println(
        answer.citations().get(0).verdict() + ", " + answer.usage().modelCalls() + " model calls");
  }
}
