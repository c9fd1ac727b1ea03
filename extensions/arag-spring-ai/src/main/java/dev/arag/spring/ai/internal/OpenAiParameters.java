package dev.arag.spring.ai.internal;

import dev.langchain4j.model.chat.request.ToolChoice;
import java.util.Locale;
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
