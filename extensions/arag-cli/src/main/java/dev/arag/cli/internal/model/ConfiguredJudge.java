package dev.arag.cli.internal.model;

import dev.arag.cli.internal.option.UsageException;
import dev.arag.evaluation.judge.Judge;
import dev.arag.evaluation.judge.JudgeVersion;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The LLM that judges answers, as the environment variables select it. */
public final class ConfiguredJudge {
  static final String MODEL = "ARAG_JUDGE_MODEL";
  private static final String BASE_URL = "ARAG_JUDGE_BASE_URL";
  private static final String API_KEY = "ARAG_JUDGE_API_KEY";
  private static final String AGENT_MODEL = "ARAG_MODEL";
  private static final String AGENT_BASE_URL = "ARAG_BASE_URL";
  private static final String AGENT_API_KEY = "ARAG_API_KEY";
  private static final String NONE = "none";

  private final Map<String, String> environment;
  private final @Nullable String choice;
  private final boolean sameJudge;

  /**
   * @param choice the value of {@code --judge}; null if it is not given
   * @param sameJudge whether the model of the agent may judge
   */
  public ConfiguredJudge(
      Map<String, String> environment, @Nullable String choice, boolean sameJudge) {
    this.environment = environment;
    this.choice = choice;
    this.sameJudge = sameJudge;
  }

  /**
   * Returns the judge; empty if none is configured.
   *
   * @param verdicts the file in which verdicts are kept
   * @throws UsageException if the settings are incomplete or invalid
   */
  public Optional<Judge> judge(Path verdicts) throws IOException {
    JudgeVersion version = version();
    if (NONE.equals(choice) || !isRequested()) {
      return Optional.empty();
    }
    String model = model();
    OpenAiCompatible endpoint = endpoint(model);
    Files.createDirectories(verdicts.toAbsolutePath().getParent());
    Judge.Builder judge =
        Judge.builder(endpoint.chatModel(), model).version(version).cache(verdicts);
    return Optional.of(sameJudge ? judge.sameJudge().build() : judge.build());
  }

  private JudgeVersion version() {
    if (choice == null || choice.equals(NONE)) {
      return JudgeVersion.QUESTION;
    }
    return Stream.of(JudgeVersion.values())
        .filter(version -> version.wireName().equals(choice))
        .findFirst()
        .orElseThrow(
            () -> new UsageException("--judge must be question, reference or none, was " + choice));
  }

  /** ARAG_MODEL alone selects no judge: it is usually set in the shell that ran the batch. */
  private boolean isRequested() {
    return choice != null
        || sameJudge
        || Stream.of(MODEL, BASE_URL, API_KEY).anyMatch(name -> !value(name).isEmpty());
  }

  private String model() {
    String model = value(MODEL);
    String agent = value(AGENT_MODEL);
    if (model.isEmpty() && sameJudge) {
      model = agent;
    }
    if (model.isEmpty()) {
      throw new UsageException(
          MODEL + " is not set. Set it to the model that judges the answers, or use --judge none");
    }
    if (model.equalsIgnoreCase(agent) && !sameJudge) {
      throw new UsageException(
          MODEL
              + " and ARAG_MODEL name the same model, "
              + model
              + ". Set another model, or use --same-judge to let it judge its own answers");
    }
    return model;
  }

  private OpenAiCompatible endpoint(String model) {
    OpenAiCompatible.Builder endpoint = OpenAiCompatible.builder().temperature(0);
    requireValid(MODEL, () -> endpoint.model(model));
    String baseUrl = value(BASE_URL).isEmpty() ? value(AGENT_BASE_URL) : value(BASE_URL);
    if (!baseUrl.isEmpty()) {
      requireValid(BASE_URL, () -> endpoint.baseUrl(baseUrl));
    }
    String key = apiKey();
    if (!key.isEmpty()) {
      requireValid(API_KEY, () -> endpoint.apiKey(key));
    }
    if (baseUrl.isEmpty() && key.isEmpty()) {
      throw new UsageException(
          BASE_URL + " is not set. Set it, or set " + API_KEY + " to a key for OpenAI");
    }
    return requireValid(MODEL, endpoint::build);
  }

  /** The key of the agent is not sent to a server that only the judge uses. */
  private String apiKey() {
    boolean isAgentsServer =
        value(BASE_URL).isEmpty() || value(BASE_URL).equals(value(AGENT_BASE_URL));
    return value(API_KEY).isEmpty() && isAgentsServer ? value(AGENT_API_KEY) : value(API_KEY);
  }

  private String value(String name) {
    return environment.getOrDefault(name, "").strip();
  }

  private static <T> T requireValid(String name, Supplier<T> setting) {
    try {
      return setting.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(name + ": " + e.getMessage());
    }
  }
}
