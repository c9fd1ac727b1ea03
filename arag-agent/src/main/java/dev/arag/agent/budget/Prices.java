package dev.arag.agent.budget;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;

/**
 * Prices per million tokens for input, cached input and output. All prices must be in the same
 * currency, which may be any currency. Immutable.
 *
 * <pre>{@code
 * Prices.perMillion(2.50, 1.25, 10.00).role("checker", 0.15, 0.075, 0.60)
 * }</pre>
 */
public final class Prices {
  private static final double MILLION = 1_000_000;

  private final Price main;
  private final Map<String, Price> byRole;

  private record Price(double input, double cachedInput, double output) {
    Price {
      requirePrice("input", input);
      requirePrice("cachedInput", cachedInput);
      requirePrice("output", output);
    }

    private static void requirePrice(String name, double price) {
      if (!(price >= 0) || Double.isInfinite(price)) {
        throw new IllegalArgumentException(
            "The price of " + name + " must be finite and >= 0, was " + price);
      }
    }
  }

  private Prices(Price main, Map<String, Price> byRole) {
    this.main = main;
    this.byRole = Map.copyOf(byRole);
  }

  /**
   * Returns the prices of the main model. They also apply to the models of other roles, unless
   * {@link #role} sets separate prices.
   *
   * @param input the price of a million input tokens that the server had not cached
   * @param cachedInput the price of a million input tokens that the server had cached
   * @param output the price of a million output tokens, including reasoning tokens
   * @throws IllegalArgumentException if a price is negative, infinite or not a number
   */
  public static Prices perMillion(double input, double cachedInput, double output) {
    return new Prices(new Price(input, cachedInput, output), Map.of());
  }

  /** Returns a copy of these prices with separate prices for the model of one role. */
  public Prices role(String role, double input, double cachedInput, double output) {
    requireNonNull(role, "role");
    if (role.isBlank()) {
      throw new IllegalArgumentException("role must not be blank");
    }
    Map<String, Price> all = new HashMap<>(byRole);
    all.put(role, new Price(input, cachedInput, output));
    return new Prices(main, all);
  }

  /**
   * Returns the cost of one model call.
   *
   * @param role the role of the model
   * @param input the number of all input tokens
   * @param cachedInput the number of input tokens that the server had cached
   * @param output the number of output tokens
   */
  public double of(String role, long input, long cachedInput, long output) {
    requireNonNull(role, "role");
    Price price = byRole.getOrDefault(role, main);
    long fresh = Math.max(0, input - cachedInput);
    double sum = fresh * price.input + cachedInput * price.cachedInput + output * price.output;
    return sum / MILLION;
  }
}
