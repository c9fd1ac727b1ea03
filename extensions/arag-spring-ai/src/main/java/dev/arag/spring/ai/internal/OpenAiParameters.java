package dev.arag.spring.ai.internal;

import dev.langchain4j.model.chat.request.ToolChoice;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.util.ClassUtils;

/** Parameters that only the options of OpenAI models have, if {@code spring-ai-openai} is there. */
final class OpenAiParameters {
  private static final boolean IS_PRESENT =
      ClassUtils.isPresent(
          "org.springframework.ai.openai.OpenAiChatOptions",
          OpenAiParameters.class.getClassLoader());

  private OpenAiParameters() {}

  /** Sets whether tools must be called. Returns false if the options have no such parameter. */
  static boolean setToolChoice(ChatOptions.Builder<?> options, ToolChoice choice) {
    if (IS_PRESENT && options instanceof OpenAiChatOptions.Builder openAi) {
      openAi.toolChoice(choice.name().toLowerCase(Locale.ROOT));
      return true;
    }
    return false;
  }

  /**
   * Returns the options with an address and a key if they have neither. The options of a model that
   * Spring Boot configures do not contain them.
   *
   * @param properties returns the value of a property; null if it is not set
   */
  static ChatOptions connected(ChatOptions options, Function<String, @Nullable String> properties) {
    if (IS_PRESENT
        && options instanceof OpenAiChatOptions openAi
        && openAi.getBaseUrl() == null
        && openAi.getApiKey() == null) {
      return openAi
          .mutate()
          .baseUrl(property("base-url", properties))
          .apiKey(property("api-key", properties))
          .build();
    }
    return options;
  }

  private static @Nullable String property(
      String name, Function<String, @Nullable String> properties) {
    String own = properties.apply("spring.ai.openai.chat." + name);
    return own == null ? properties.apply("spring.ai.openai." + name) : own;
  }

  /** Returns the address of the server without password and parameters; null if it is unknown. */
  static @Nullable String address(ChatOptions options) {
    if (IS_PRESENT && options instanceof OpenAiChatOptions openAi) {
      String url = openAi.getBaseUrl();
      return url == null ? null : url.replaceFirst("//[^/]*@", "//").replaceFirst("[?#].*", "");
    }
    return null;
  }

  /** Removes the API key of the options from a text. */
  static String withoutKey(String text, ChatOptions options) {
    if (IS_PRESENT && options instanceof OpenAiChatOptions openAi) {
      String key = openAi.getApiKey();
      return key == null || key.isBlank() ? text : text.replace(key, "***");
    }
    return text;
  }
}
