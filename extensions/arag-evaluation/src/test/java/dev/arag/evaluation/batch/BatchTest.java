package dev.arag.evaluation.batch;

import static dev.arag.evaluation.batch.BatchFixture.CORPUS;
import static dev.arag.evaluation.batch.BatchFixture.batch;
import static dev.arag.evaluation.batch.BatchFixture.oneCall;
import static dev.arag.evaluation.batch.BatchFixture.questions;
import static dev.arag.evaluation.batch.BatchFixture.rows;
import static dev.arag.evaluation.batch.BatchFixture.strategy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.batch.BatchFixture.CountingModel;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.extractive.ExtractiveChatModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Batches with models in this process. */
@Timeout(120)
class BatchTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("one-call.jsonl");
  }

  private static List<String> ids(int number) {
    return questions(number).stream().map(Question::id).toList();
  }

  private static String answer(String question) {
    return switch (question) {
      case "Question 0?" -> throw new ModelException("The server is down.", null, false);
      case "Question 2?" -> throw refusal();
      case "Question 3?" -> "NOT FOUND";
      case "Question 6?" -> "In Tarn.";
      default -> question.equals("Question 5?") ? "Tarn" : "";
    };
  }

  private static ModelException refusal() {
    return new ModelException(
        "blocked", null, ModelException.Kind.REFUSAL, "content_filter", false, null);
  }

  @Nested
  class Results {
    @Test
    void writesOneLineForEachQuestionInInputOrder() throws IOException {
      CountingModel model = CountingModel.ofTarn();
      List<BatchProgress> progress = new ArrayList<>();
      BatchReport report =
          batch(model, 20)
              .workers(4)
              .prices(Prices.perMillion(1_000_000, 0, 0))
              .check((question, answer) -> question.golds().stream().anyMatch(answer::contains))
              .listener(progress::add)
              .build()
              .run(folder);
      assertThat(report.progress().questions()).isEqualTo(20);
      assertThat(report.progress().answered()).isEqualTo(20);
      assertThat(report.progress().failed() + report.progress().resumed()).isZero();
      assertThat(report.progress().modelCalls()).isEqualTo(20).isEqualTo(model.calls());
      assertThat(report.results()).isEqualTo(folder);
      assertThat(report.manifest()).isRegularFile();
      List<ResultRow> rows = rows(file());
      assertThat(rows).extracting(ResultRow::id).isEqualTo(ids(20));
      double cost = rows.stream().mapToDouble(ResultRow::cost).sum();
      assertThat(report.progress().cost()).isGreaterThan(1).isEqualTo(cost);
      ResultRow first = rows.get(0);
      assertThat(first.goldAnswer()).isEqualTo("Tarn");
      assertThat(first.answer()).isEqualTo("In Tarn, because of: Question 0?");
      assertThat(first.loops()).isEqualTo(1);
      RunDetails run = Objects.requireNonNull(first.run());
      assertThat(run.strategy()).isEqualTo("one-call");
      assertThat(run.profile()).isEqualTo("default");
      assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(run.failure()).isNull();
      assertThat(run.underLoad()).isTrue();
      assertThat(run.trajectory().orElseThrow().question()).isEqualTo("Question 0?");
      assertThat(progress).hasSize(21).last().extracting(BatchProgress::correct).isEqualTo(20);
      assertThat(progress.get(7).done()).isEqualTo(7);
    }

    @Test
    void writesAFileForEachStrategyAndSetting() throws IOException {
      Strategy turns =
          strategy("naive-rag:k=10", (question, run) -> "Tarn after " + run.remaining().maxTurns());
      BatchReport report =
          batch(CountingModel.ofTarn(), 3)
              .strategies(turns, oneCall("arag"))
              .sweepMaxTurns(List.of(5, 20))
              .repeat(2)
              .build()
              .run(folder);
      assertThat(report.progress().questions()).isEqualTo(24);
      assertThat(jsonLinesFiles())
          .containsExactlyInAnyOrder(
              "naive-rag-k10.max-turns-5.jsonl",
              "naive-rag-k10.max-turns-20.jsonl",
              "arag.max-turns-5.jsonl",
              "arag.max-turns-20.jsonl");
      List<ResultRow> rows = rows(folder.resolve("naive-rag-k10.max-turns-20.jsonl"));
      assertThat(rows).extracting(ResultRow::answer).containsOnly("Tarn after 20");
      assertThat(rows)
          .extracting(ResultRow::id)
          .containsExactly("q0", "q0", "q1", "q1", "q2", "q2");
      assertThat(rows).extracting(row -> row.run().repeat()).containsExactly(0, 1, 0, 1, 0, 1);
      assertThat(rows.get(0).run().setting()).containsExactly(Map.entry("max-turns", "20"));
    }

    private Set<String> jsonLinesFiles() throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        Set<String> names = new HashSet<>();
        files
            .map(each -> each.getFileName().toString())
            .filter(each -> each.endsWith(".jsonl"))
            .forEach(names::add);
        return names;
      }
    }

    @Test
    void sweepOfTheEffortUsesTheModelOfEachValue() throws IOException {
      Set<String> efforts = ConcurrentHashMap.newKeySet();
      Batch batch =
          Batch.builder(
                  CORPUS,
                  run -> {
                    efforts.add(run.setting().getOrDefault("effort", "none"));
                    return new CountingModel(question -> run.setting().get("effort"));
                  })
              .strategies(oneCall("one-call"))
              .sweepEffort(List.of("low", "high"))
              .questions(questions(2))
              .modelName("thinker")
              .build();
      batch.run(folder);
      assertThat(efforts).containsExactlyInAnyOrder("low", "high");
      assertThat(rows(folder.resolve("one-call.effort-high.jsonl")))
          .extracting(ResultRow::answer)
          .containsOnly("high");
    }

    @Test
    void hidesTheGoldChunksInTheSecondRunOfAQuestion() throws IOException {
      InMemoryCorpus corpus =
          InMemoryCorpus.of(
              Document.of("k1", "The Old Bridge was designed by Mira Voss."),
              Document.of("k2", "The market of Tarn opens at dawn."));
      Question known =
          new Question(
              "a",
              "Who designed the Old Bridge?",
              List.of("Mira Voss"),
              "",
              List.of(),
              List.of("k1"));
      Question unknown = new Question("b", "When does the market open?", List.of("at dawn"));
      BatchReport report =
          Batch.builder(corpus, new ExtractiveChatModel())
              .questions(List.of(known, unknown))
              .modelName("extractive")
              .hideSupport(each -> each.supportingChunks().stream().map(ChunkId::of).toList())
              .build()
              .run(folder);
      assertThat(report.progress().questions()).isEqualTo(3);
      assertThat(rows(folder.resolve("arag.jsonl")).get(0).answer()).contains("Mira Voss");
      List<ResultRow> hidden = rows(folder.resolve("arag.hide-support.jsonl"));
      assertThat(hidden).extracting(ResultRow::id).containsExactly("a");
      assertThat(hidden.get(0).answer()).doesNotContain("Mira Voss");
      assertThat(hidden.get(0).trajectory().toString()).doesNotContain("Mira Voss");
      assertThat(hidden.get(0).run().hidesSupport()).isTrue();
    }

    @Test
    void limitAsksTheFirstQuestions() throws IOException {
      CountingModel model = CountingModel.ofTarn();
      assertThat(batch(model, 10).limit(3).build().run(folder).progress().questions()).isEqualTo(3);
      assertThat(rows(file())).extracting(ResultRow::id).containsExactly("q0", "q1", "q2");
    }

    /** Unicode has more line separators than JSON Lines. */
    @Test
    void answersWithLineSeparatorsStayInOneLine() throws IOException {
      String odd = "Tarn\u2028and\u2029and\u0085and\u000b\u000c\r\n\"end\" 😀 \u0000";
      batch(new CountingModel(question -> odd), 3).build().run(folder);
      CountingModel again = CountingModel.ofTarn();
      batch(again, 3).build().run(folder);
      assertThat(again.calls()).isZero();
      assertThat(Files.readString(file(), StandardCharsets.UTF_8).split("\n")).hasSize(3);
    }
  }

  @Nested
  class Continuation {
    @Test
    void finishedBatchMakesNoModelCallsAndKeepsTheBytes() throws IOException {
      batch(CountingModel.ofTarn(), 10).workers(3).build().run(folder);
      byte[] before = Files.readAllBytes(file());
      CountingModel again = CountingModel.ofTarn();
      BatchReport report = batch(again, 10).build().run(folder);
      assertThat(again.calls()).isZero();
      assertThat(report.progress().modelCalls()).isZero();
      assertThat(report.progress().resumed()).isEqualTo(10);
      assertThat(report.progress().answered()).isEqualTo(10);
      assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    @Test
    void repeatsOnlyTransportFailures() throws IOException {
      Strategy mixed =
          strategy(
              "one-call",
              (question, run) -> {
                if (question.equals("Question 4?")) {
                  throw new IllegalStateException("a defect of the strategy");
                }
                if (question.equals("Question 5?")) {
                  return run.complete(question) + run.complete(question);
                }
                return run.complete(question);
              });
      Batch.Builder first =
          batch(new CountingModel(BatchTest::answer), 7)
              .strategies(mixed)
              .budget(Budget.builder().maxTurns(1).build());
      BatchReport report = first.build().run(folder);
      assertThat(report.progress().answered()).isEqualTo(2);
      assertThat(report.progress().failed()).isEqualTo(5);
      assertThat(rows(file()))
          .extracting(row -> Objects.requireNonNull(row.run()).failure())
          .containsExactly("transport", "empty", "refused", null, "error", "budget", null);
      assertThat(rows(file()).get(4).error()).contains("a defect of the strategy");
      assertThat(rows(file()).get(3).run().outcome()).isEqualTo(Outcome.NOT_FOUND);
      CountingModel healthy = CountingModel.ofTarn();
      BatchReport second =
          batch(healthy, 7)
              .strategies(mixed)
              .budget(Budget.builder().maxTurns(1).build())
              .build()
              .run(folder);
      assertThat(healthy.byQuestion()).containsOnlyKeys("Question 0?");
      assertThat(second.progress().resumed()).isEqualTo(6);
      assertThat(second.progress().answered()).isEqualTo(3);
      assertThat(rows(file())).extracting(ResultRow::id).isEqualTo(ids(7));
    }

    @Test
    void interruptCancelsRunsInProgressAndKeepsFinishedOnes() throws Exception {
      CountDownLatch started = new CountDownLatch(8);
      CountingModel model =
          new CountingModel(
              question -> {
                if (Integer.parseInt(question.replaceAll("\\D", "")) >= 5) {
                  started.countDown();
                  sleep();
                }
                return "Tarn";
              });
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                try {
                  batch(model, 50).workers(8).build().run(folder);
                } catch (Throwable e) {
                  thrown.set(e);
                  assertThat(Thread.currentThread().isInterrupted()).isTrue();
                }
              });
      caller.start();
      assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
      long begin = System.nanoTime();
      caller.interrupt();
      caller.join(30_000);
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
      assertThat(thrown.get())
          .isInstanceOfSatisfying(
              BatchCancelledException.class,
              e -> {
                assertThat(e.finished()).isEqualTo(5);
                assertThat(e.questions()).isEqualTo(50);
              });
      assertThat(rows(file())).hasSize(5);
      CountingModel rest = CountingModel.ofTarn();
      assertThat(batch(rest, 50).build().run(folder).progress().resumed()).isEqualTo(5);
      assertThat(rest.calls()).isEqualTo(45);
      assertThat(rows(file())).extracting(ResultRow::id).isEqualTo(ids(50));
    }

    private static void sleep() {
      try {
        Thread.sleep(100_000);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Nested
  class Failures {
    private static ModelException rejectedKey() {
      return new ModelException(
          "The model refused the API key. Check the API key.",
          null,
          ModelException.Kind.OTHER,
          "authentication",
          false,
          null);
    }

    @Test
    void stopsAtOnceIfTheKeyIsRejected() throws IOException {
      CountingModel model =
          new CountingModel(
              question -> {
                throw rejectedKey();
              });
      Batch batch = batch(model, 100).workers(4).build();
      assertThatThrownBy(() -> batch.run(folder))
          .isInstanceOf(BatchException.class)
          .hasMessageContaining("Check the API key")
          .hasMessageContaining("0 of 100 runs are finished");
      assertThat(model.calls()).isBetween(1, 4);
      assertThat(file()).isEmptyFile();
      CountingModel repaired = CountingModel.ofTarn();
      assertThat(batch(repaired, 100).build().run(folder).progress().answered()).isEqualTo(100);
      assertThat(repaired.calls()).isEqualTo(100);
    }

    /** Some servers reject a single request with the status of a rejected key. */
    @Test
    void rejectedRequestOfOneQuestionDoesNotStopTheBatch() {
      CountingModel model =
          new CountingModel(
              question -> {
                if (question.contains("1")) {
                  throw rejectedKey();
                }
                return "Tarn";
              });
      BatchReport report = batch(model, 10).build().run(folder);
      assertThat(report.progress().answered()).isEqualTo(9);
      assertThat(report.progress().failed()).isEqualTo(1);
      assertThat(batch(model, 10).build().run(folder).progress().modelCalls()).isEqualTo(1);
    }

    @Test
    void stopsAfterTenTransportFailuresInSuccession() throws IOException {
      CountingModel model =
          new CountingModel(
              question -> {
                throw new ModelException("The server is down.", null, false);
              });
      Batch batch = batch(model, 100).build();
      assertThatThrownBy(() -> batch.run(folder))
          .hasMessageContaining("10 runs in succession failed")
          .hasMessageContaining("The server is down");
      assertThat(model.calls()).isEqualTo(10);
      assertThat(rows(file())).hasSize(10).allMatch(row -> !row.isAnswered());
      assertThat(batch(CountingModel.ofTarn(), 100).build().run(folder).progress().resumed())
          .isZero();
    }

    @Test
    void continuesIfOnlySomeRequestsFail() {
      CountingModel model =
          new CountingModel(
              question -> {
                if (!question.contains("5")) {
                  throw new ModelException("The server is down.", null, false);
                }
                return "Tarn";
              });
      BatchReport report = batch(model, 50).build().run(folder);
      assertThat(report.progress().answered()).isEqualTo(5);
      assertThat(report.progress().failed()).isEqualTo(45);
    }

    @Test
    void failureOfTheCorpusStopsTheBatch() {
      Strategy failing =
          strategy(
              "one-call",
              (question, run) -> {
                throw new CorpusException("vectors.bin is truncated");
              });
      Batch batch = batch(CountingModel.ofTarn(), 100).strategies(failing).build();
      assertThatThrownBy(() -> batch.run(folder))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("truncated");
      assertThat(file()).isEmptyFile();
    }
  }

  @Nested
  class UnusableResults {
    @Test
    void damagedLineInTheMiddleIsReportedWithItsNumber() throws IOException {
      batch(CountingModel.ofTarn(), 4).build().run(folder);
      List<String> lines = Files.readAllLines(file());
      lines.set(2, lines.get(2).substring(0, 100));
      Files.write(file(), lines);
      CountingModel model = CountingModel.ofTarn();
      Batch batch = batch(model, 4).build();
      assertThatThrownBy(() -> batch.run(folder))
          .isInstanceOf(BatchException.class)
          .hasMessageContaining("Line 3 of " + file());
      assertThat(model.calls()).isZero();
    }

    @Test
    void onlyTheMissingFieldOfALineIsNamed() throws IOException {
      batch(CountingModel.ofTarn(), 4).build().run(folder);
      Files.writeString(
          file(), Files.readString(file()).replaceFirst("\"repeat\":0", "\"other\":0"));
      Batch batch = batch(CountingModel.ofTarn(), 4).build();
      assertThatThrownBy(() -> batch.run(folder))
          .hasMessageContaining("Line 1")
          .hasMessageContaining("the field arag.repeat is missing")
          .hasMessageNotContaining("qid");
    }

    @Test
    void resultOfAnUnknownQuestionIsReported() throws IOException {
      batch(CountingModel.ofTarn(), 4).build().run(folder);
      String text = Files.readString(file()).replace("\"qid\":\"q1\"", "\"qid\":\"other\"");
      Files.writeString(file(), text);
      Batch batch = batch(CountingModel.ofTarn(), 4).build();
      assertThatThrownBy(() -> batch.run(folder))
          .hasMessageContaining("Line 2")
          .hasMessageContaining("other");
    }

    @Test
    void anotherBatchOfThisProcessIsRefused() throws Exception {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      CountingModel second = CountingModel.ofTarn();
      CountingModel first =
          new CountingModel(
              question -> {
                try {
                  batch(second, 3).build().run(folder);
                } catch (BatchException e) {
                  thrown.set(e);
                }
                return "Tarn";
              });
      batch(first, 3).build().run(folder);
      assertThat(thrown.get()).hasMessageContaining("is locked by another batch (this process)");
      assertThat(second.calls()).isZero();
      assertThat(batch(second, 3).build().run(folder).progress().resumed()).isEqualTo(3);
    }

    @Test
    void resultsWithoutAManifestAreRefused() throws IOException {
      batch(CountingModel.ofTarn(), 3).build().run(folder);
      Files.delete(folder.resolve("manifest.json"));
      Batch batch = batch(CountingModel.ofTarn(), 3).build();
      assertThatThrownBy(() -> batch.run(folder))
          .isInstanceOf(BatchException.class)
          .hasMessageContaining("one-call.jsonl but no manifest.json");
    }
  }

  @Nested
  class Settings {
    @Test
    void aStrategyThatTheCorpusCannotServeIsReportedBeforeTheFirstModelCall() {
      CountingModel model = CountingModel.ofTarn();
      Strategy semantic =
          strategy(
              "semantic",
              (question, run) -> {
                throw new NotIndexedException("my.arag has no embeddings.");
              });
      Batch batch = batch(model, 19).strategies(oneCall("one-call"), semantic).build();
      assertThatThrownBy(() -> batch.run(folder))
          .isInstanceOf(BatchException.class)
          .hasMessageContaining("the strategy semantic cannot be used: my.arag has no embeddings.")
          .hasCauseInstanceOf(NotIndexedException.class);
      assertThat(model.calls()).isZero();
      assertThat(folder).isEmptyDirectory();
    }

    @Test
    void invalidSettingsAreRejectedBeforeTheFirstCall() {
      Batch.Builder builder = batch(CountingModel.ofTarn(), 3);
      List<Question> twice = List.of(questions(1).get(0), questions(1).get(0));
      assertThatThrownBy(() -> builder.questions(twice)).hasMessageContaining("the id q0");
      assertThatThrownBy(() -> builder.workers(0)).hasMessageContaining("workers must be 1 to");
      assertThatThrownBy(() -> builder.limit(0)).hasMessageContaining("limit must be 1 to");
      assertThatThrownBy(() -> builder.repeat(0)).hasMessageContaining("repeat must be 1 to");
      assertThatThrownBy(() -> builder.sweepMaxTurns(List.of(5, 5)))
          .hasMessageContaining("must be different");
      assertThatThrownBy(() -> builder.strategies(oneCall("a:b"), oneCall("a-b")).build())
          .hasMessageContaining("a-b.jsonl");
      assertThatThrownBy(() -> Batch.builder(CORPUS, CountingModel.ofTarn()).build())
          .hasMessageContaining("no questions");
    }
  }
}
