package dev.arag.cli.internal.model;

import dev.arag.agent.Agent;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.core.corpus.Corpus;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The chat model that the environment variables select.
 *
 * @param streamingModel the same model for answers that are shown while it writes them; null if it
 *     does not stream
 * @param name the name of the model in results
 * @param about a description of the model for users
 */
public record ConfiguredModel(
    ChatModel model, @Nullable StreamingChatModel streamingModel, String name, String about) {
  /** The name of the built-in model in results. */
  public static final String EXTRACTIVE = "extractive";

  /**
   * Returns the model that the {@code ARAG_*} variables configure, or the built-in model if none of
   * them is set.
   *
   * @throws UsageException if the settings are incomplete or invalid
   */
  public static ConfiguredModel of(Map<String, String> environment) {
    return of(environment, null);
  }

  /**
   * Returns the same model with a time limit for each request. The limit has no effect on the
   * built-in model.
   *
   * @param requestTimeout null if only the variables may set the limit
   * @throws UsageException if the settings are incomplete or invalid
   */
  public static ConfiguredModel of(
      Map<String, String> environment, @Nullable Duration requestTimeout) {
    if (!OpenAiCompatible.isConfigured(environment)) {
      return extractive();
    }
    OpenAiCompatible endpoint =
        UsageException.requireValid(() -> endpoint(environment, requestTimeout));
    return new ConfiguredModel(
        endpoint.chatModel(), endpoint.streamingChatModel(), endpoint.model(), endpoint.toString());
  }

  private static OpenAiCompatible endpoint(
      Map<String, String> environment, @Nullable Duration requestTimeout) {
    OpenAiCompatible endpoint = OpenAiCompatible.of(environment);
    return requestTimeout == null ? endpoint : endpoint.withRequestTimeout(requestTimeout);
  }

  private static ConfiguredModel extractive() {
    return new ConfiguredModel(
        new ExtractiveChatModel(),
        null,
        EXTRACTIVE,
        "No LLM is configured (ARAG_BASE_URL, ARAG_MODEL). The built-in rule-based model answers"
            + " with sentences copied from the documents. Its answers do not"
            + " indicate the quality of an LLM's answers.");
  }

  /** Returns a builder of an agent whose answers are streamed if the model can. */
  public Agent.Builder streamingAgent(Corpus corpus) {
    return streamingModel == null
        ? Agent.builder(corpus, model)
        : Agent.builder(corpus, streamingModel);
  }

  public boolean isExtractive() {
    return name.equals(EXTRACTIVE);
  }
}
