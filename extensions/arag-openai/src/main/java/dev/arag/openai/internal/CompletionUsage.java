package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage.InputTokensDetails;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the token usage of a completion. Incomplete usage data is ignored. */
final class CompletionUsage {
  private CompletionUsage() {}

  static Optional<OpenAiTokenUsage> read(JsonNode received) {
    OptionalInt input = count(received.path("prompt_tokens"));
    OptionalInt output = count(received.path("completion_tokens"));
    if (input.isEmpty() || output.isEmpty() || input.getAsInt() == 0) {
      return Optional.empty();
    }
    OpenAiTokenUsage.Builder usage =
        OpenAiTokenUsage.builder()
            .inputTokenCount(input.getAsInt())
            .outputTokenCount(output.getAsInt())
            .totalTokenCount((int) Math.min(Integer.MAX_VALUE, sum(input, output)));
    cached(received)
        .ifPresent(
            tokens ->
                usage.inputTokensDetails(
                    InputTokensDetails.builder()
                        .cachedTokens(Math.min(tokens, input.getAsInt()))
                        .build()));
    return Optional.of(usage.build());
  }

  private static long sum(OptionalInt input, OptionalInt output) {
    return (long) input.getAsInt() + output.getAsInt();
  }

  /** Returns the number of cached tokens. DeepSeek reports it in a field with another name. */
  private static OptionalInt cached(JsonNode received) {
    OptionalInt standard = count(received.path("prompt_tokens_details").path("cached_tokens"));
    return standard.isPresent() ? standard : count(received.path("prompt_cache_hit_tokens"));
  }

  private static OptionalInt count(JsonNode number) {
    return number.isNumber() && number.canConvertToInt() && number.asInt() >= 0
        ? OptionalInt.of(number.asInt())
        : OptionalInt.empty();
  }
}
