package dev.arag.cli.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.cli.internal.option.UsageException;
import dev.arag.evaluation.judge.Judge;
import dev.arag.evaluation.judge.JudgeVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which judge the environment variables select. */
final class ConfiguredJudgeTest {
  private static final String URL = "http://localhost:1/v1";

  @TempDir Path folder;

  private Optional<Judge> judge(String settings, String choice, boolean sameJudge)
      throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (String setting : settings.split(" ")) {
      if (!setting.isEmpty()) {
        String[] parts = setting.split("=", 2);
        environment.put("ARAG_" + parts[0], parts[1].replace("URL", URL));
      }
    }
    return new ConfiguredJudge(environment, choice, sameJudge)
        .judge(folder.resolve("judge/verdicts.jsonl"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', , false",
    "'JUDGE_MODEL= ', , false",
    "BASE_URL=URL MODEL=a, , false",
    "BASE_URL=URL MODEL=a, none, false",
    "BASE_URL=URL MODEL=a JUDGE_MODEL=b, none, false"
  })
  void thereIsNoJudge(String settings, String choice, boolean sameJudge) throws IOException {
    assertThat(judge(settings, choice, sameJudge)).isEmpty();
    assertThat(folder.resolve("judge")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "BASE_URL=URL MODEL=a JUDGE_MODEL=b, false, b",
    "API_KEY=k MODEL=a JUDGE_MODEL=b, false, b",
    "JUDGE_BASE_URL=URL JUDGE_MODEL=b, false, b",
    "JUDGE_API_KEY=k JUDGE_MODEL=b, false, b",
    "BASE_URL=URL MODEL=a JUDGE_MODEL=a, true, a",
    "BASE_URL=URL MODEL=a, true, a"
  })
  void theJudgeHasTheModel(String settings, boolean sameJudge, String model) throws IOException {
    Judge judge = judge(settings, null, sameJudge).orElseThrow();
    assertThat(judge.modelName()).isEqualTo(model);
    assertThat(judge.version()).isEqualTo(JudgeVersion.QUESTION);
  }

  @Test
  void theVersionIsSelected() throws IOException {
    String settings = "BASE_URL=URL MODEL=a JUDGE_MODEL=b";
    assertThat(judge(settings, "reference", false).orElseThrow().version())
        .isEqualTo(JudgeVersion.REFERENCE);
    assertThat(judge(settings, "question", false).orElseThrow().version())
        .isEqualTo(JudgeVersion.QUESTION);
  }

  @ParameterizedTest
  @CsvSource({
    "JUDGE_BASE_URL=URL, , false, ARAG_JUDGE_MODEL is not set",
    "JUDGE_API_KEY=k, , false, ARAG_JUDGE_MODEL is not set",
    "'', question, false, ARAG_JUDGE_MODEL is not set",
    "'', , true, ARAG_JUDGE_MODEL is not set",
    "BASE_URL=URL MODEL=a JUDGE_MODEL=a, , false, --same-judge",
    "BASE_URL=URL MODEL=a JUDGE_MODEL=A, , false, --same-judge",
    "JUDGE_MODEL=b, , false, ARAG_JUDGE_BASE_URL is not set",
    "MODEL=a JUDGE_MODEL=b, , false, ARAG_JUDGE_BASE_URL is not set",
    "JUDGE_BASE_URL=ftp://x JUDGE_MODEL=b, , false, ARAG_JUDGE_BASE_URL: ",
    "BASE_URL=URL MODEL=a JUDGE_MODEL=b, maybe, false, '--judge must be question, reference or'"
  })
  void incompleteSettingsAreWrongUsage(
      String settings, String choice, boolean sameJudge, String message) {
    assertThatThrownBy(() -> judge(settings, choice, sameJudge))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }
}
