package dev.arag.cli.internal.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.step.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Set;

/**
 * Token prices from a file such as {@code {"input": 2.5, "cachedInput": 1.25, "output": 10,
 * "currency": "USD"}}. Prices are per million tokens. The default price of cached input tokens is
 * the price of input tokens.
 *
 * @param currency the name of the currency, which is shown to the user; may be empty
 */
public record PriceList(Prices prices, String currency) {
  private static final Set<String> FIELDS = Set.of("input", "cachedInput", "output", "currency");
  private static final String EXPECTED =
      "; expected prices per million tokens, such as {\"input\": 2.5, \"cachedInput\": 1.25,"
          + " \"output\": 10, \"currency\": \"USD\"}";

  /**
   * @throws UsageException if the file is not a price list
   */
  public static PriceList read(Path file) throws IOException {
    try {
      return of(new ObjectMapper().readTree(Files.readAllBytes(file)));
    } catch (JsonProcessingException e) {
      throw new UsageException(
          "--prices " + Utf8Path.toText(file) + " is not valid JSON" + EXPECTED);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--prices " + Utf8Path.toText(file) + ": " + e.getMessage() + EXPECTED);
    }
  }

  private static PriceList of(JsonNode json) {
    if (!json.isObject()) {
      throw new IllegalArgumentException("not a JSON object");
    }
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException("unknown field \"" + name + "\"");
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

  /** The cost of a run. All calls of a run use the same model. */
  public double cost(Usage usage) {
    return prices.of("agent", usage.inputTokens(), usage.cachedInputTokens(), usage.outputTokens());
  }
}
