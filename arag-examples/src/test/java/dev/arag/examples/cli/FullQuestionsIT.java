package dev.arag.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.model.ExtractiveChatModel;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.index.Index;
import dev.arag.index.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All questions of the two real sets, asked with the extractive model: each run ends in a
 * documented state, and of its citations at least 98 in 100 stand in the text that was shown. How
 * many answers contain the gold answer is printed, not demanded. The indexes are kept below {@code
 * target}.
 */
@Tag("full")
final class FullQuestionsIT {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  record Question(
      String id,
      String question,
      String answer,
      @JsonProperty("answer_aliases") List<String> aliases) {
    boolean isAnsweredBy(Trajectory run) {
      Stream<String> all = Stream.concat(Stream.of(answer), aliases.stream());
      return GoldAnswer.isIn(run.answer().orElse(null), all.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"musique_train100", "hotpotqa_train100"})
  void everyRunEndsAndItsCitationsAreVerified(String set) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "")).resolve(set);
    assumeTrue(Files.isDirectory(data), "no data");
    List<Question> questions =
        List.of(JSON.readValue(data.resolve("questions.json").toFile(), Question[].class));
    Map<StopReason, Integer> reasons = new TreeMap<>();
    Map<String, Integer> verdicts = new TreeMap<>();
    List<String> unverified = new ArrayList<>();
    int correct = 0;
    try (Index index = indexed(set, data.resolve("chunks.json"))) {
      Agent agent = Agent.builder(index, new ExtractiveChatModel()).build();
      for (Question question : questions) {
        Trajectory run = run(agent, question.question());
        reasons.merge(run.stopReason(), 1, Integer::sum);
        run.citations().forEach(each -> verdicts.merge(each.verdict().name(), 1, Integer::sum));
        run.citations().stream()
            .filter(citation -> !citation.verdict().isVerified())
            .forEach(citation -> unverified.add(question.id() + ": " + citation));
        correct += question.isAnsweredBy(run) ? 1 : 0;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %d questions, %d answers contain the gold answer; %s; citations %s%n",
        set,
        questions.size(),
        correct,
        reasons,
        verdicts);
    assertThat(questions).hasSize(100);
    int citations = verdicts.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(citations).isGreaterThan(100);
    assertThat(unverified).hasSizeLessThanOrEqualTo(citations / 50);
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
      index.sync(Source.chunks(chunks));
    }
    return index;
  }
}
