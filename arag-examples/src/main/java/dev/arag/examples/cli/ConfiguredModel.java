package dev.arag.examples.cli;

import dev.arag.agent.extractive.ExtractiveChatModel;
import dev.arag.agent.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The model that answers.
 *
 * @param name as the results name it
 * @param about what a person should know of it, in one line
 * @param contextTokens the size of its window, where the settings say it
 */
record ConfiguredModel(ChatModel model, String name, String about, OptionalInt contextTokens) {
  static final String EXTRACTIVE = "extractive";

  /**
   * The model the {@code ARAG_*} settings name; the built-in one only where none is set.
   *
   * @throws UsageException if the settings are incomplete or wrong
   */
  static ConfiguredModel of(Map<String, String> environment) {
    if (!OpenAiCompatible.isConfigured(environment)) {
      return extractive();
    }
    OpenAiCompatible endpoint = UsageException.orRefuse(() -> OpenAiCompatible.from(environment));
    return new ConfiguredModel(
        endpoint.chatModel(), endpoint.model(), endpoint.toString(), endpoint.contextTokens());
  }

  private static ConfiguredModel extractive() {
    return new ConfiguredModel(
        new ExtractiveChatModel(),
        EXTRACTIVE,
        "No LLM is set (ARAG_BASE_URL, ARAG_MODEL): the built-in extractive model answers by rule,"
            + " with sentences copied from the documents. It does not show how good an LLM would"
            + " be.",
        OptionalInt.empty());
  }

  boolean isExtractive() {
    return name.equals(EXTRACTIVE);
  }
}
