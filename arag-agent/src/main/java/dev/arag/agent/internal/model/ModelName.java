package dev.arag.agent.internal.model;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The name and provider of a model.
 *
 * @param model the name in the settings of the model; null if there is none
 * @param provider the provider's name in the semantic conventions of OpenTelemetry, such as {@code
 *     openai}; {@code other} if unknown
 */
public record ModelName(@Nullable String model, String provider) {
  /** The names of providers that differ from the lower-case name of LangChain4j's constant. */
  private static final Map<String, String> CONVENTIONS =
      Map.ofEntries(
          Map.entry("OPEN_AI", "openai"),
          Map.entry("AZURE_OPEN_AI", "azure.ai.openai"),
          Map.entry("MICROSOFT_FOUNDRY", "azure.ai.inference"),
          Map.entry("AMAZON_BEDROCK", "aws.bedrock"),
          Map.entry("GOOGLE_AI_GEMINI", "gcp.gemini"),
          Map.entry("GOOGLE_GENAI", "gcp.gen_ai"),
          Map.entry("GOOGLE_VERTEX_AI_GEMINI", "gcp.vertex_ai"),
          Map.entry("GOOGLE_VERTEX_AI_ANTHROPIC", "gcp.vertex_ai"),
          Map.entry("WATSONX", "ibm.watsonx.ai"));

  static ModelName of(
      Supplier<ChatRequestParameters> parameters, Supplier<ModelProvider> provider) {
    return new ModelName(name(parameters), convention(provider));
  }

  /** Returns the name, or null if the model throws an exception. Such a model is still usable. */
  private static @Nullable String name(Supplier<ChatRequestParameters> parameters) {
    try {
      String name = parameters.get().modelName();
      return name == null || name.isEmpty() ? null : name;
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static String convention(Supplier<ModelProvider> provider) {
    try {
      String name = provider.get().name();
      return CONVENTIONS.getOrDefault(name, name.toLowerCase(Locale.ROOT));
    } catch (RuntimeException e) {
      return "other";
    }
  }
}
