package dev.arag.cli.internal;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.trajectory.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks an agent each question several times, saves the trajectories, and computes the metrics. */
final class LiveRuns {
  private final int times;
  private final int workers;
  private final Path folder;

  /**
   * @param times the number of runs per question
   * @param workers the number of concurrent runs
   * @param folder the folder to which the trajectory of each run is written
   */
  LiveRuns(int times, int workers, Path folder) {
    this.times = times;
    this.workers = workers;
    this.folder = folder;
  }

  private record PendingRun(LiveQuestion question, Future<Trajectory> run) {}

  void ask(Agent agent, List<LiveQuestion> questions, LiveFigures figures)
      throws IOException, InterruptedException, ExecutionException {
    Files.createDirectories(folder);
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      List<PendingRun> all = new ArrayList<>();
      for (LiveQuestion question : questions) {
        for (int time = 1; time <= times; time++) {
          Path file = folder.resolve(question.id() + "-" + time + ".json");
          all.add(new PendingRun(question, pool.submit(() -> run(agent, question, file))));
        }
      }
      for (PendingRun each : all) {
        figures.add(each.run().get(), each.question().answers());
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static Trajectory run(Agent agent, LiveQuestion question, Path file) {
    Trajectory run = run(agent, question.question());
    run.writeJson(file);
    return run;
  }

  private static Trajectory run(Agent agent, String question) {
    try {
      return agent.ask(question).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }
}
