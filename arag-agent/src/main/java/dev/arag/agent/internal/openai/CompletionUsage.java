package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalInt;

/** What a server says of the tokens of a completion. Half an account is none. */
final class CompletionUsage {
  private CompletionUsage() {}

  static Optional<JsonNode> read(JsonNode told) {
    OptionalInt input = count(told.path("prompt_tokens"));
    OptionalInt output = count(told.path("completion_tokens"));
    if (input.isEmpty() || output.isEmpty() || input.getAsInt() == 0) {
      return Optional.empty();
    }
    ObjectNode usage = JsonNodeFactory.instance.objectNode();
    usage.put("prompt_tokens", input.getAsInt());
    usage.put("completion_tokens", output.getAsInt());
    usage.put("total_tokens", (int) Math.min(Integer.MAX_VALUE, sum(input, output)));
    cached(told)
        .ifPresent(
            tokens ->
                usage
                    .putObject("prompt_tokens_details")
                    .put("cached_tokens", Math.min(tokens, input.getAsInt())));
    return Optional.of(usage);
  }

  private static long sum(OptionalInt input, OptionalInt output) {
    return (long) input.getAsInt() + output.getAsInt();
  }

  /** DeepSeek has a field of its own for it. */
  private static OptionalInt cached(JsonNode told) {
    OptionalInt standard = count(told.path("prompt_tokens_details").path("cached_tokens"));
    return standard.isPresent() ? standard : count(told.path("prompt_cache_hit_tokens"));
  }

  private static OptionalInt count(JsonNode number) {
    return number.isNumber() && number.canConvertToInt() && number.asInt() >= 0
        ? OptionalInt.of(number.asInt())
        : OptionalInt.empty();
  }
}
