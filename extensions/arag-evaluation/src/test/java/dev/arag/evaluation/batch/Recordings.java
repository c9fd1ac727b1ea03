package dev.arag.evaluation.batch;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Recorded runs, whose replays give the same results byte for byte. */
final class Recordings {
  private final List<Trajectory> runs;

  private Recordings(List<Trajectory> runs) {
    this.runs = runs;
  }

  /** Records runs with one model call each. */
  static Recordings ofOneCall(Corpus corpus, int number, String answer) {
    return new Recordings(
        IntStream.range(0, number)
            .mapToObj(
                i ->
                    record(
                        corpus,
                        BatchFixture.oneCall("one-call"),
                        ScriptedChatModel.script().answer(answer + i)))
            .toList());
  }

  /** Records runs that search and read before they answer. */
  static Recordings ofSearches(Corpus corpus, int number) {
    return new Recordings(
        IntStream.range(0, number)
            .mapToObj(i -> record(corpus, Strategies.arag(), searching(i)))
            .toList());
  }

  private static ScriptedChatModel searching(int number) {
    return ScriptedChatModel.script()
        .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
        .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
        .answer("In Tarn [k2: \"born in Tarn\"]. Answer " + number);
  }

  private static Trajectory record(Corpus corpus, Strategy strategy, ChatModel model) {
    return Agent.builder(corpus, model).strategy(strategy).build().ask("Recorded?").trajectory();
  }

  /** Returns the models of a batch: each run replays one of the recorded runs. */
  Function<BatchRun, ChatModel> models() {
    return run -> {
      int number = Integer.parseInt(run.question().id().substring(1));
      return runs.get(number % runs.size()).replay();
    };
  }
}
