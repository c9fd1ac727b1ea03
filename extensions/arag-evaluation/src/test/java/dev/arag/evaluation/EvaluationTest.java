package dev.arag.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.batch.SentenceDump;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.judge.Judge;
import dev.arag.extractive.ExtractiveChatModel;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores recorded and new results. */
public final class EvaluationTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private static double mean(SummaryRow row, Metric metric) {
    return row.means().get(metric).orElseThrow();
  }

  @Nested
  class Reports {
    private EvaluationReport sample() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      return Evaluation.of(results).run(SampleResults.QUESTIONS);
    }

    @Test
    void summaryOfASmallResultsFolderEqualsTheGoldenFile() throws IOException {
      sample().writeHtml(folder.resolve("report"));
      JsonNode actual = JSON.readTree(Files.readAllBytes(folder.resolve("report/summary.json")));
      try (InputStream golden = EvaluationTest.class.getResourceAsStream("/golden/summary.json")) {
        String expected =
            new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(actual.toPrettyString()).isEqualTo(JSON.readTree(expected).toPrettyString());
      }
    }

    @Test
    void countsUnansweredAndUnaskedQuestionsAsWrongForEachStrategy() throws IOException {
      EvaluationReport report = sample();
      assertThat(report.rows())
          .extracting(row -> row.key().strategy())
          .containsExactly("direct", "arag");
      SummaryRow direct = report.rows().get(0);
      SummaryRow arag = report.rows().get(1);
      // direct: 2 of 4 right, the last question was not asked; arag: 2 of 4 right, the last one
      // failed.
      assertThat(direct.questions()).isEqualTo(4);
      assertThat(direct.coverage()).isEqualTo(0.75);
      assertThat(mean(direct, Metric.CONTAIN_SHORT)).isEqualTo(0.5);
      assertThat(arag.questions()).isEqualTo(4);
      assertThat(arag.coverage()).isEqualTo(0.75);
      assertThat(mean(arag, Metric.CONTAIN_SHORT)).isEqualTo(0.5);
      assertThat(report.unaskedQuestions()).isEqualTo(1);
    }

    @Test
    void aStrategyOfTheManifestWithoutResultsIsARow() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      Path manifest = results.resolve("manifest.json");
      Files.writeString(
          manifest, Files.readString(manifest).replace("\"arag\"]", "\"arag\", \"hybrid-rag\"]"));
      EvaluationReport report = Evaluation.of(results).run(SampleResults.QUESTIONS);
      assertThat(report.rows())
          .extracting(row -> row.key().strategy())
          .containsExactly("direct", "arag", "hybrid-rag");
      SummaryRow row = report.rows().get(2);
      assertThat(row.questions()).isEqualTo(4);
      assertThat(row.coverage()).isZero();
      assertThat(mean(row, Metric.CONTAIN_SHORT)).isZero();
      report.writeHtml(folder.resolve("report"));
    }

    @Test
    void writesOnePageForEachRunWithATrajectoryAndLinksIt() throws IOException {
      Path page = sample().writeHtml(folder.resolve("report"));
      assertThat(page).isEqualTo(folder.resolve("report/index.html"));
      try (Stream<Path> pages = Files.walk(folder.resolve("report/runs"))) {
        assertThat(pages.filter(Files::isRegularFile))
            .hasSize(6)
            .contains(folder.resolve("report/runs/arag/q1.html"));
      }
      assertThat(Files.readString(page)).contains("\"page\":\"runs/arag/q1.html\"");
      assertThat(folder.resolve("report/runs/arag/q1.html")).content().contains("born in Tarn");
    }

    @Test
    void aFileInPlaceOfTheReportIsNamedWithTheProblem() throws IOException {
      Path file = Files.createFile(folder.resolve("report"));
      EvaluationReport report = sample();
      assertThatThrownBy(() -> report.writeHtml(file))
          .isInstanceOf(CorpusException.class)
          .hasMessage(file + " cannot be written. Check the path, its permissions and free space.");
    }

    /** Otherwise, a strategy that never asks the model would be the cheapest one. */
    @Test
    void runsThatSentNoRequestHaveNoCost() {
      InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "A long text. ".repeat(3_000)));
      List<Question> questions = List.of(SampleResults.YEAR, SampleResults.RIVER);
      Batch.builder(corpus, ScriptedChatModel.script())
          .strategies(Strategies.allIn())
          .questions(questions)
          .budget(Budget.builder().contextTokens(4_000).build())
          .build()
          .run(folder);
      EvaluationReport report = Evaluation.of(folder).run(questions);
      SummaryRow row = report.rows().get(0);
      assertThat(mean(row, Metric.CONTAIN_SHORT)).isZero();
      assertThat(row.triage()).containsExactly(Map.entry(FailureClass.BUDGET, 2));
      assertThat(row.means().get(Metric.PROMPT_TOKENS)).isEmpty();
      assertThat(row.means().get(Metric.RETRIEVED_TOKENS)).isEmpty();
      assertThat(report.summary().pareto()).isEmpty();
    }

    @Test
    void aLaterRowOfTheSameRunReplacesAnEarlierOne() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      ResultRow again =
          SampleResults.row(
              "arag",
              SampleResults.RIVER,
              SampleResults.answered(SampleResults.RIVER, "The Avel"),
              700);
      Path file = results.resolve("arag.jsonl");
      Files.writeString(file, Files.readString(file) + again.toJson() + "\n");
      SummaryRow arag = Evaluation.of(results).run(SampleResults.QUESTIONS).rows().get(1);
      assertThat(arag.coverage()).isEqualTo(1);
      assertThat(mean(arag, Metric.CONTAIN_SHORT)).isEqualTo(0.75);
    }

    @Test
    void resultsOfTheRuleBasedModelHaveNoRanking() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "extractive");
      EvaluationReport report = Evaluation.of(results).run(SampleResults.QUESTIONS);
      assertThat(report.isRuleBased()).isTrue();
      assertThat(report.summary().comparisons()).isEmpty();
      assertThat(report.summary().pareto()).isEmpty();
      assertThat(sample().summary().comparisons()).isNotEmpty();
    }
  }

  @Nested
  class SeveralFolders {
    /** Copies results and changes their profile. */
    private Path ofProfile(Path results, String profile) throws IOException {
      Path copy = Files.createDirectories(folder.resolve(profile));
      try (Stream<Path> files = Files.list(results)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(file);
          Files.writeString(
              copy.resolve(file.getFileName()),
              text.replace("\"profile\":\"default\"", "\"profile\":\"" + profile + "\""));
        }
      }
      return copy;
    }

    @Test
    void foldersOfTwoProfilesBecomeOneReport() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      Path paper = ofProfile(results, "paper");
      EvaluationReport report = Evaluation.of(results, paper).run(SampleResults.QUESTIONS);
      assertThat(report.rows())
          .extracting(row -> row.key().label())
          .containsExactly("direct", "direct (paper)", "arag", "arag (paper)");
      assertThat(report.results()).isEqualTo(results);
      report.writeHtml(folder.resolve("report"));
      assertThat(folder.resolve("report/index.html")).content().contains("arag (paper)");
      JsonNode summary = JSON.readTree(Files.readAllBytes(folder.resolve("report/summary.json")));
      assertThat(summary.path("manifest").fieldNames())
          .toIterable()
          .containsExactly(results.toString(), paper.toString());
      try (Stream<Path> pages = Files.walk(folder.resolve("report/runs"))) {
        assertThat(pages.filter(Files::isRegularFile)).hasSize(12);
      }
    }

    @Test
    void modelsOfSeveralFoldersAreCompared() throws IOException {
      Path first = SampleResults.write(folder.resolve("first"), "gpt");
      Path second = SampleResults.write(folder.resolve("second"), "qwen");
      EvaluationReport report = Evaluation.of(first, second).run(SampleResults.QUESTIONS);
      assertThat(report.rows())
          .extracting(row -> row.key().label())
          .containsExactlyInAnyOrder(
              "direct [model=gpt]", "direct [model=qwen]", "arag [model=gpt]", "arag [model=qwen]");
      assertThat(report.summary().comparisons())
          .anyMatch(
              each ->
                  each.first().label().equals("arag [model=gpt]")
                      && each.second().label().equals("arag [model=qwen]"));
      assertThat(report.summary().curves())
          .extracting(Curve::parameter)
          .isNotEmpty()
          .doesNotContain("model");
      report.writeHtml(folder.resolve("report"));
      try (Stream<Path> pages = Files.walk(folder.resolve("report/runs"))) {
        assertThat(pages.filter(Files::isRegularFile)).hasSize(12);
      }
    }

    @Test
    void twoFoldersWithTheSameStrategyAndProfileAreRefused() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      Path copy = ofProfile(results, "default");
      assertThatThrownBy(() -> Evaluation.of(results, copy).run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessage(
              "Both "
                  + results.toAbsolutePath()
                  + " and "
                  + copy.toAbsolutePath()
                  + " contain results of arag. Score them separately.");
    }
  }

  @Nested
  class UnusableResults {
    @Test
    void aMissingFolderIsNamed() {
      assertThatThrownBy(() -> Evaluation.of(folder.resolve("no")).run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessage("There is no results folder " + folder.resolve("no") + ". Check the path.");
    }

    @Test
    void aFolderWithoutResultsIsRejected() {
      assertThatThrownBy(() -> Evaluation.of(folder).run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessageContaining("contains no results files");
    }

    @Test
    void questionsThatDoNotBelongToTheResultsAreRejected() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      assertThatThrownBy(() -> Evaluation.of(results).run(List.of(SampleResults.YEAR)))
          .isInstanceOf(AragException.class)
          .hasMessageContaining("The question \"q1\" in " + results.resolve("arag.jsonl"))
          .hasMessageContaining("is not among the given questions");
      Question changed = new Question("q1", "Where was he born?", List.of("Tarn"));
      assertThatThrownBy(() -> Evaluation.of(results).run(List.of(changed)))
          .isInstanceOf(AragException.class)
          .hasMessageContaining("has another text");
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      Path file = results.resolve("arag.jsonl");
      List<String> lines = Files.readAllLines(file);
      Files.writeString(file, lines.get(0) + "\n{\"qid\": \n" + lines.get(2) + "\n");
      assertThatThrownBy(() -> Evaluation.of(results).run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessageStartingWith(file + ", line 2: ");
    }

    @Test
    void aDamagedTrajectoryIsNamed() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      Path file = results.resolve("arag.jsonl");
      String record = Files.readAllLines(file).get(0);
      Files.writeString(file, record.replace("\"steps\":", "\"stages\":") + "\n");
      assertThatThrownBy(() -> Evaluation.of(results).run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessageStartingWith(
              "The trajectory of the question \"q1\" in " + file + " is damaged");
    }

    @Test
    void aDamagedManifestIsNamed() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      Files.writeString(results.resolve("manifest.json"), "{\"configuration\": ");
      assertThatThrownBy(() -> Evaluation.of(results).run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessageStartingWith(results.resolve("manifest.json") + " is not valid JSON");
    }

    @Test
    void answersWithHalvesOfSurrogatePairsAreReported() throws IOException {
      Question question = new Question("q1", "Which \uD83D?", List.of("Tarn"));
      String smile = "\uD83D\uDE00";
      Path file = Files.createDirectories(folder.resolve("results")).resolve("direct.jsonl");
      SampleResults.write(
          file,
          SampleResults.row(
              "direct", question, SampleResults.answered(question, "x".repeat(399) + smile), 5));
      Path page =
          Evaluation.of(folder.resolve("results"))
              .run(List.of(question))
              .writeHtml(folder.resolve("report"));
      assertThat(page).content().contains("\"answer\":\"" + "x".repeat(399) + "…\"");
    }
  }

  @Nested
  class ReferenceImplementation {
    @Test
    void resultsOfTheReferenceImplementationNeedNoManifestAndNoTrajectories() throws IOException {
      Files.writeString(
          folder.resolve("predictions.jsonl"),
          """
          {"qid": "q1", "question": "Where was the designer of the Old Bridge born?", \
          "trajectory": [], "gold_answer": "Tarn", "pred_answer": "She was born in Tarn.", \
          "total_cost": 0.25, "loops": 4, "total_retrieved_tokens": 900, "retrieval_logs": [], \
          "chunks_read_count": 0, "chunks_read_ids": []}
          """);
      EvaluationReport report = Evaluation.of(folder).run(List.of(SampleResults.DESIGNER));
      SummaryRow row = report.rows().get(0);
      assertThat(row.key().strategy()).isEqualTo("predictions");
      assertThat(mean(row, Metric.CONTAIN_TEXT)).isEqualTo(1);
      assertThat(row.means().get(Metric.CONTAIN_SHORT)).isEmpty();
      Path page = report.writeHtml(folder.resolve("report"));
      assertThat(page).content().contains("The results contain no short answers", "\"page\":null");
      assertThat(folder.resolve("report/runs")).doesNotExist();
    }

    @Test
    void aMissingRowOfTheReferenceImplementationHasNoValuesThatNeedMore() throws IOException {
      String line = "{\"qid\": \"%s\", \"question\": \"%s\", \"pred_answer\": \"%s\"}\n";
      String designer = line.formatted("q1", SampleResults.DESIGNER.text(), "In Tarn.");
      String year = line.formatted("q2", SampleResults.YEAR.text(), "In 1881.");
      Files.writeString(folder.resolve("complete.jsonl"), designer + year);
      Files.writeString(folder.resolve("stopped.jsonl"), designer);
      SummaryRow stopped = Evaluation.of(folder).run(SampleResults.QUESTIONS).rows().get(1);
      assertThat(stopped.key().strategy()).isEqualTo("stopped");
      assertThat(mean(stopped, Metric.CONTAIN_TEXT)).isEqualTo(0.5);
      assertThat(stopped.means().get(Metric.CONTAIN_SHORT)).isEmpty();
      assertThat(stopped.means().get(Metric.F1)).isEmpty();
    }
  }

  @Nested
  class BestSentences {
    /** Copies results as those of another model, with other best sentences. */
    private Path withSentences(String name, String sentences) throws IOException {
      Path results = SampleResults.write(folder.resolve(name), name);
      ResultRow row =
          SampleResults.row(
              "dump-20",
              SampleResults.YEAR,
              SampleResults.answered(SampleResults.YEAR, sentences),
              0);
      SampleResults.write(results.resolve("dump-20.jsonl"), row);
      return results;
    }

    @Test
    void theJudgeSeesTheBestSentencesThatAreScored() throws IOException {
      Path first = withSentences("gpt", "She was born in 1881.");
      Path second = withSentences("qwen", "Nothing.");
      ChatModel model =
          new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
              boolean isRight = request.messages().get(1).toString().contains("1881.\n</answer>");
              return ChatResponse.builder()
                  .aiMessage(AiMessage.from(isRight ? "correct" : "incorrect"))
                  .build();
            }
          };
      EvaluationReport report =
          Evaluation.of(first, second)
              .judge(Judge.builder(model, "other").build())
              .run(
                  List.of(
                      SampleResults.YEAR,
                      SampleResults.DESIGNER,
                      SampleResults.OPEN,
                      SampleResults.RIVER));
      SummaryRow dump =
          report.rows().stream()
              .filter(row -> row.key().strategy().equals("dump-20"))
              .findFirst()
              .orElseThrow();
      assertThat(mean(dump, Metric.LLM_ACC)).isEqualTo(0.25);
    }

    @Test
    void theBestSentencesOfAllFoldersAreUsed() throws IOException {
      Path first = withSentences("gpt", "She was born in 1881.");
      Path second = SampleResults.write(folder.resolve("qwen"), "qwen");
      ResultRow other =
          SampleResults.row(
              "dump-20",
              SampleResults.RIVER,
              SampleResults.answered(SampleResults.RIVER, "The Avel."),
              0);
      SampleResults.write(second.resolve("dump-20.jsonl"), other);
      SummaryRow dump =
          Evaluation.of(first, second).run(SampleResults.QUESTIONS).rows().stream()
              .filter(row -> row.key().strategy().equals("dump-20"))
              .findFirst()
              .orElseThrow();
      assertThat(mean(dump, Metric.CONTAIN_SHORT)).isEqualTo(0.5);
    }

    @Test
    void theBestSentencesHaveNoLatency() throws IOException {
      InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in 1881."));
      SentenceDump.write(corpus, List.of(SampleResults.YEAR), Profile.standard(), folder);
      SummaryRow row = Evaluation.of(folder).run(List.of(SampleResults.YEAR)).rows().get(0);
      assertThat(mean(row, Metric.CONTAIN_SHORT)).isEqualTo(1);
      assertThat(row.latency()).isNull();
    }

    @Test
    void aQuestionWithoutVisibleTextHasNoBestSentences() {
      InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in 1881."));
      Question blank = new Question("q", "\u200B ", List.of("1881"));
      SentenceDump.write(corpus, List.of(blank), Profile.standard(), folder);
      SummaryRow row = Evaluation.of(folder).run(List.of(blank)).rows().get(0);
      assertThat(mean(row, Metric.CONTAIN_SHORT)).isZero();
    }
  }

  @Nested
  class NewAnswers {
    @Test
    void answersTheQuestionsAndContinuesInTheGivenFolder() throws IOException {
      InMemoryCorpus corpus =
          InMemoryCorpus.of(
              Document.of("k1", "The Old Bridge was designed by Mira Voss."),
              Document.of("k2", "Mira Voss was born in Tarn in 1881."));
      Path results = folder.resolve("results");
      Evaluation evaluation =
          Evaluation.of(corpus, new ExtractiveChatModel())
              .strategies(Strategies.arag(), Strategies.direct())
              .results(results);
      EvaluationReport report = evaluation.run(List.of(SampleResults.DESIGNER));
      assertThat(report.isRuleBased()).isTrue();
      assertThat(report.rows())
          .extracting(row -> row.key().strategy())
          .containsExactly("arag", "direct", "dump-20");
      assertThat(mean(report.rows().get(0), Metric.CONTAIN_SHORT)).isEqualTo(1);
      String recorded = Files.readString(results.resolve("arag.jsonl"));
      EvaluationReport again = evaluation.run(List.of(SampleResults.DESIGNER));
      assertThat(Files.readString(results.resolve("arag.jsonl"))).isEqualTo(recorded);
      assertThat(again.summary()).isEqualTo(report.summary());
      assertThat(again.writeHtml(folder.resolve("report")))
          .content()
          .contains("rule-based model, not an LLM: the figures do not show the quality of agents");
    }

    @Test
    void theJudgeDecidesAndItsVerdictsAreExported() throws IOException {
      Path results = SampleResults.write(folder.resolve("results"), "gpt");
      // Six answers; the failed run is wrong without a verdict.
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 6; i++) {
        model.answer("Correct.");
      }
      Judge judge = Judge.builder(model, "other").build();
      EvaluationReport report = Evaluation.of(results).judge(judge).run(SampleResults.QUESTIONS);
      assertThat(mean(report.rows().get(1), Metric.LLM_ACC)).isCloseTo(0.75, within(1e-9));
      report.writeHtml(folder.resolve("report"));
      assertThat(
              Files.readString(folder.resolve("report/human-check.csv")).split("\"CORRECT\"", -1))
          .hasSize(1 + 6);
      JsonNode summary = JSON.readTree(folder.resolve("report/summary.json").toFile());
      assertThat(summary.at("/judge/model").asText()).isEqualTo("other");
      assertThat(summary.at("/judge/correct").asInt()).isEqualTo(6);
    }

    @Test
    void theModelOfTheResultsIsRefusedAsAJudge() throws IOException {
      Path other = SampleResults.write(folder.resolve("other"), "qwen");
      Path results = SampleResults.write(folder.resolve("results"), "GPT-5");
      ScriptedChatModel model = ScriptedChatModel.script();
      Evaluation evaluation =
          Evaluation.of(other, results).judge(Judge.builder(model, "gpt-5").build());
      assertThatThrownBy(() -> evaluation.run(SampleResults.QUESTIONS))
          .isInstanceOf(AragException.class)
          .hasMessageContaining("gpt-5")
          .hasMessageContaining(results.toString());
      assertThat(model.requests()).isEmpty();
      for (int i = 0; i < 6; i++) {
        model.answer("correct");
      }
      Judge same = Judge.builder(model, "gpt-5").sameJudge().build();
      assertThat(Evaluation.of(results).judge(same).run(SampleResults.QUESTIONS).rows()).hasSize(2);
    }

    @Test
    void recordedResultsAcceptNoStrategies() {
      assertThatThrownBy(() -> Evaluation.of(folder).strategies(Strategies.arag()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("strategies");
    }
  }
}
