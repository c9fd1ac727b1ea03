package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.web.TrajectoryPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Saves the trajectory of a run, reads and prints it, and replays the run without calling the
 * original model.
 */
public final class Example11ReadATrajectory {
  private Example11ReadATrajectory() {}

  public static void main(String[] args) throws IOException {
    Corpus corpus =
        InMemoryCorpus.of(
            Document.of("k1", "The Old Bridge was designed by Mira Voss."),
            Document.of("k2", "Mira Voss was born in Tarn in 1881."));
    Path file = Files.createTempDirectory("runs").resolve("q17.json");
    ask(corpus).trajectory().writeJson(file);

    Trajectory run = Trajectory.read(file);
    System.out.println(run.question());
    for (Step step : run.steps()) {
      if (step instanceof Step.ToolUse use) {
        System.out.println(
            use.turn() + " " + use.call().name() + " " + use.observation().tokens() + " tokens");
      }
    }
    Path page = file.resolveSibling("q17.html");
    TrajectoryPage.write(run, page);
    System.out.println("web page: " + page);
    Answer again = Agent.builder(corpus, run.replay()).build().ask(run.question());
    System.out.println("replayed: " + again.text());
  }

  private static Answer ask(Corpus corpus) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("In Tarn [k2: \"born in Tarn\"].");
    return Agent.builder(corpus, model)
        .build()
        .ask("Where was the designer of the Old Bridge born?");
  }
}
