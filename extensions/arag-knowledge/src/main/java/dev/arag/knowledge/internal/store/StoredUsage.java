package dev.arag.knowledge.internal.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.step.Usage;
import java.time.Duration;

/** The usage of the requests for a stored text: calls and tokens. */
public final class StoredUsage {
  public static final Usage NONE = of(0, 0, 0, 0);

  private StoredUsage() {}

  /** Returns the usage of one request whose server did not report it. */
  public static Usage ofRequest(long input, long output) {
    return of(1, input, 0, output);
  }

  private static Usage of(int calls, long input, long cached, long output) {
    return new Usage(0, calls, 0, 0, input, cached, output, Duration.ZERO);
  }

  public static Usage sum(Usage left, Usage right) {
    return of(
        left.modelCalls() + right.modelCalls(),
        left.inputTokens() + right.inputTokens(),
        left.cachedInputTokens() + right.cachedInputTokens(),
        left.outputTokens() + right.outputTokens());
  }

  /** Returns one of several almost equal parts, whose sum is the whole. */
  public static Usage part(Usage whole, int index, int parts) {
    return of(
        (int) part((long) whole.modelCalls(), index, parts),
        part(whole.inputTokens(), index, parts),
        part(whole.cachedInputTokens(), index, parts),
        part(whole.outputTokens(), index, parts));
  }

  private static long part(long whole, int index, int parts) {
    return whole * (index + 1) / parts - whole * index / parts;
  }

  public static void write(Usage usage, ObjectNode json) {
    json.put("calls", usage.modelCalls()).put("in", usage.inputTokens());
    json.put("cached", usage.cachedInputTokens()).put("out", usage.outputTokens());
  }

  public static Usage read(JsonNode json) {
    return of(
        json.path("calls").asInt(),
        json.path("in").asLong(),
        json.path("cached").asLong(),
        json.path("out").asLong());
  }
}
