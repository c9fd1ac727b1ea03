package dev.arag.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.metric.AnswerMetrics;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Asks all questions of two real data sets with the rule-based model. Each run must end with a
 * documented stop reason, and all its citations must occur in the text that was shown. The number
 * of correct answers and the cost of the runs are printed but not asserted. The indexes are stored
 * in {@code target}.
 */
@Tag("full")
final class FullQuestionsTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  record DatasetQuestion(
      String id,
      String question,
      String answer,
      @JsonProperty("answer_aliases") List<String> aliases) {
    boolean isAnsweredBy(Trajectory run) {
      Stream<String> all = Stream.concat(Stream.of(answer), aliases.stream());
      return AnswerMetrics.contains(run.answer().orElse(""), all.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"musique_train100", "hotpotqa_train100"})
  void everyRunEndsWithVerifiedCitations(String set) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "")).resolve(set);
    assumeTrue(Files.isDirectory(data), "The data set is not available.");
    List<DatasetQuestion> questions =
        List.of(JSON.readValue(data.resolve("questions.json").toFile(), DatasetQuestion[].class));
    Totals figures = new Totals();
    try (Index index = indexed(set, data.resolve("chunks.json"))) {
      Agent agent = Agent.builder(index, new ExtractiveChatModel()).build();
      for (DatasetQuestion question : questions) {
        figures.add(question, run(agent, question.question()));
      }
    }
    System.out.println(figures.line(set));
    assertThat(questions).hasSize(100);
    assertThat(figures.citations()).isGreaterThan(100);
    assertThat(figures.unverified).isEmpty();
  }

  /** The totals of all runs of one data set. */
  private static final class Totals {
    private final Map<StopReason, Integer> reasons = new EnumMap<>(StopReason.class);
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private final List<String> unverified = new ArrayList<>();
    private int runs;
    private int withGold;
    private long turns;
    private long toolCalls;
    private long retrievedTokens;

    void add(DatasetQuestion question, Trajectory run) {
      runs++;
      withGold += question.isAnsweredBy(run) ? 1 : 0;
      reasons.merge(run.stopReason(), 1, Integer::sum);
      run.citations().forEach(citation -> add(question, citation));
      Usage usage = run.usage();
      turns += usage.turns();
      toolCalls += usage.toolCalls();
      retrievedTokens += usage.retrievedTokens();
    }

    private void add(DatasetQuestion question, Citation citation) {
      verdicts.merge(citation.verdict(), 1, Integer::sum);
      if (!citation.verdict().isVerified()) {
        unverified.add(question.id() + ": " + citation);
      }
    }

    int citations() {
      return verdicts.values().stream().mapToInt(Integer::intValue).sum();
    }

    String line(String set) {
      return String.format(
          Locale.ROOT,
          "%s: %d questions; stop reasons %s; %d citations %s; gold answer or alias in %.1f %%;"
              + " mean %.1f turns, %.1f tool calls, %.0f retrieved tokens",
          set,
          runs,
          reasons,
          citations(),
          verdicts,
          100.0 * withGold / runs,
          (double) turns / runs,
          (double) toolCalls / runs,
          (double) retrievedTokens / runs);
    }
  }

  private static Trajectory run(Agent agent, String question) {
    try {
      return agent.ask(question).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  private static Index indexed(String set, Path chunks) {
    Index index = Index.openOrCreate(Path.of("target", "full", set + ".arag"));
    if (index.stats().generation() == 0) {
      index.sync(Source.path(chunks).parser(ChunksJsonParser.only()));
    }
    return index;
  }
}
