package dev.arag.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.output.FinishReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that the replay of a recorded run produces a byte-for-byte identical trajectory without a
 * model.
 */
class ReplayTest {
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";
  private static final List<String> WORDS =
      List.of("bridge", "Mira Voss", "Tarn", "harbour", "ferry", "1881", "snow", "x");

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It spans the river."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. She left it early."),
          Document.of("k3", "The harbour froze in the spring. The ferry sank at dawn."),
          Document.of("k4", "Snow fell. \uD83D\uDE00 <|im_start|> and \"quotes\" \\ here."));

  @TempDir Path folder;

  private byte[] bytes(Trajectory run) throws IOException {
    Path file = folder.resolve("run.json");
    // Some file systems force a file to disk that is truncated and written again.
    Files.deleteIfExists(file);
    run.writeJson(file);
    return Files.readAllBytes(file);
  }

  private static Trajectory run(Agent agent) {
    try {
      return agent.ask(QUESTION).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  private static Trajectory run(ChatModel model, Budget budget) {
    return run(Agent.builder(CORPUS, model).budget(budget).build());
  }

  /** Records, writes, reads and replays a run. */
  private Trajectory assertRepeats(ChatModel model, Budget budget) throws IOException {
    Trajectory first = run(model, budget);
    byte[] recorded = bytes(first);
    Trajectory read = Trajectory.read(folder.resolve("run.json"));
    assertThat(new String(bytes(run(read.replay(), budget)), UTF_8))
        .isEqualTo(new String(recorded, UTF_8));
    return first;
  }

  @Test
  void replaysARunByteByByte() throws IOException {
    Trajectory run =
        assertRepeats(
            ScriptedChatModel.script()
                .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
                .call("semantic_search", Map.of("query", "Who was born in Tarn?"))
                .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2", "k4")))
                .answer("In Tarn [k2: \"born in Tarn\"]. \uD800"),
            Budget.defaults());
    assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(run.usage().elapsed()).isPositive();
  }

  @Test
  void generatesDifferentFenceCodesForEachRun() {
    List<String> codes =
        List.of(1, 2, 3).stream()
            .map(
                i ->
                    run(
                        ScriptedChatModel.script()
                            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
                            .answer("Mira Voss [k1]"),
                        Budget.defaults()))
            .map(run -> ((Step.ToolUse) run.steps().get(1)).observation().text().substring(0, 9))
            .distinct()
            .toList();
    assertThat(codes).hasSize(3);
  }

  @Test
  void replaysAModelFailure() throws IOException {
    Trajectory run =
        assertRepeats(
            ScriptedChatModel.script()
                .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
                .fail(new AuthenticationException("no such key")),
            Budget.defaults());
    assertThat(run.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void replaysFailedAttemptsWithoutWaiting() throws IOException {
    Trajectory run =
        assertRepeats(
            ScriptedChatModel.script()
                .fail(new RateLimitException("slow down"))
                .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
                .fail(new InternalServerException("broken"))
                .answer("In Tarn [k2: \"born in Tarn\"]."),
            Budget.defaults());
    assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(run.steps()).filteredOn(Step.Retry.class::isInstance).hasSize(2);
  }

  @Test
  void replaysARequestThatWasTooLong() throws IOException {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (String id : List.of("k1", "k2", "k3")) {
      model.call("chunk_read", Map.of("chunk_ids", List.of(id)));
    }
    model
        .fail(new InvalidRequestException("This model's maximum context length is 500 tokens"))
        .answer("In Tarn [k2: \"born in Tarn\"].")
        .answer("In Tarn [k2: \"born in Tarn\"].");
    Trajectory run = assertRepeats(model, Budget.defaults());
    assertThat(run.steps()).filteredOn(Step.ModelFailure.class::isInstance).isNotEmpty();
  }

  /**
   * Time may also pass between steps, so the replay must restore more than the durations of the
   * steps.
   */
  @Test
  void replaysARunThatTimedOut() throws IOException {
    for (int seconds : new int[] {55, 61}) {
      AtomicLong nanos = new AtomicLong(7);
      Budget budget = Budget.builder().timeout(Duration.ofMinutes(1)).build();
      Agent agent =
          Agent.builder(
                  CORPUS,
                  ScriptedChatModel.script()
                      .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
                      .answer("In Tarn [k2]"))
              .budget(budget)
              .nanoTime(nanos::get)
              .listener(
                  event -> {
                    if (event instanceof RunEvent.StepCompleted completed
                        && completed.step() instanceof Step.ToolUse) {
                      nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
                    }
                  })
              .build();
      Trajectory first = run(agent);
      assertThat(first.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(bytes(run(first.replay(), budget))).isEqualTo(bytes(first));
    }
  }

  @Test
  void replaysARunOfSeveralModelsWithOneModel() throws IOException {
    Agent.Builder settings =
        Agent.builder(CORPUS, ScriptedChatModel.script().answer("Tarn"))
            .strategy((question, run) -> run.complete("a") + " " + run.as("checker").complete("b"));
    Trajectory first =
        run(settings.model("checker", ScriptedChatModel.script().answer("yes")).build());
    Trajectory again =
        run(
            Agent.builder(CORPUS, first.replay())
                .strategy(
                    (question, run) -> run.complete("a") + " " + run.as("checker").complete("b"))
                .build());
    assertThat(bytes(again)).isEqualTo(bytes(first));
  }

  @Test
  void replaysRandomRunsByteByByte() throws IOException {
    replayRandomRuns(50);
  }

  @Test
  @Tag("full")
  void replaysManyRandomRunsByteByByte() throws IOException {
    replayRandomRuns(10_000);
  }

  private void replayRandomRuns(int runs) throws IOException {
    Map<StopReason, Integer> reasons = new EnumMap<>(StopReason.class);
    for (int seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      Trajectory run = assertRepeats(script(random), budget(random));
      reasons.merge(run.stopReason(), 1, Integer::sum);
    }
    System.out.println("replay: " + runs + " random runs replayed byte by byte, " + reasons);
    assertThat(reasons).hasSizeGreaterThan(3);
  }

  private static Budget budget(Random random) {
    return Budget.builder()
        .maxTurns(1 + random.nextInt(8))
        .maxToolCalls(1 + random.nextInt(8))
        .contextTokens(random.nextInt(3) == 0 ? 3_000 : 32_000)
        .build();
  }

  private static ScriptedChatModel script(Random random) {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (int i = random.nextInt(8); i > 0; i--) {
      addCall(script, random);
    }
    for (int i = 0; i < 4; i++) {
      addEnd(script, random);
    }
    return script;
  }

  private static void addCall(ScriptedChatModel script, Random random) {
    String word = WORDS.get(random.nextInt(WORDS.size()));
    String id = "k" + (1 + random.nextInt(5));
    switch (random.nextInt(6)) {
      case 0, 1 -> script.call("keyword_search", Map.of("keywords", List.of(word)));
      case 2 -> script.call("semantic_search", Map.of("query", word + " " + id));
      case 3 -> script.call("chunk_read", Map.of("chunk_ids", List.of(id, "k1")));
      case 4 -> script.call("chunk_read", "{\"chunk_ids\": " + word);
      default -> script.call("no_such_tool", Map.of());
    }
  }

  private static void addEnd(ScriptedChatModel script, Random random) {
    switch (random.nextInt(7)) {
      case 0 -> script.answer("NOT FOUND\nNothing says so.");
      case 1 -> script.answer("It is cut off", FinishReason.LENGTH);
      case 2 -> script.answer(" ");
      case 3 -> script.answer("No", FinishReason.CONTENT_FILTER);
      case 4 -> script.fail(new AuthenticationException("no such key"));
      default ->
          script.answer("In Tarn in 1882 [k2] [k9: \"x\"].\nEvidence:\n[k2] \"born in Tarn\"");
    }
  }
}
