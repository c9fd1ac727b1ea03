package dev.arag.examples.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.trajectory.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Set;

/**
 * What tokens cost, from a file such as {@code {"input": 2.5, "cachedInput": 1.25, "output": 10,
 * "currency": "USD"}}: for a million of each kind. Cached tokens cost as others where the file does
 * not say.
 *
 * @param currency as it is shown; may be empty
 */
record PriceList(Prices prices, String currency) {
  private static final Set<String> FIELDS = Set.of("input", "cachedInput", "output", "currency");
  private static final String HOW =
      "; it holds prices of a million tokens, such as {\"input\": 2.5, \"cachedInput\": 1.25,"
          + " \"output\": 10, \"currency\": \"USD\"}";

  /**
   * @throws UsageException if it is no such file
   */
  static PriceList read(Path file) throws IOException {
    try {
      return of(new ObjectMapper().readTree(Files.readAllBytes(file)));
    } catch (JsonProcessingException e) {
      throw new UsageException("--prices " + Utf8Path.text(file) + " is no JSON" + HOW);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--prices " + Utf8Path.text(file) + ": " + e.getMessage() + HOW);
    }
  }

  private static PriceList of(JsonNode json) {
    if (!json.isObject()) {
      throw new IllegalArgumentException("there is no object in it");
    }
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException("it knows no \"" + name + "\"");
      }
    }
    double input = price(json, "input");
    double cached = json.has("cachedInput") ? price(json, "cachedInput") : input;
    return new PriceList(
        Prices.perMillion(input, cached, price(json, "output")), json.path("currency").asText(""));
  }

  private static double price(JsonNode json, String name) {
    if (!json.path(name).isNumber()) {
      throw new IllegalArgumentException("\"" + name + "\" must be a number");
    }
    return json.path(name).doubleValue();
  }

  /** What a run cost; the command asks one model only. */
  double of(Usage usage) {
    return prices.of("agent", usage.inputTokens(), usage.cachedInputTokens(), usage.outputTokens());
  }
}
