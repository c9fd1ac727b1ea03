package dev.arag.strategies.internal.name;

import dev.arag.agent.spi.Strategy;

/**
 * Builds the canonical name of a strategy: the options that differ from the default, in the order
 * in which they are added.
 */
public final class StrategyName {
  private final StringBuilder text;
  private boolean hasOption;

  private StrategyName(String name) {
    this.text = new StringBuilder(name);
  }

  /** Starts a name without options. */
  public static StrategyName of(String name) {
    return new StrategyName(name);
  }

  /** Adds an option unless it has its default value. */
  public StrategyName option(String name, Object value, Object fallback) {
    if (!value.equals(fallback)) {
      text.append(hasOption ? ',' : ':').append(name).append('=').append(value);
      hasOption = true;
    }
    return this;
  }

  /** Adds the name of a strategy as an option, unless it is the default. */
  public StrategyName option(String name, Strategy value, String fallback) {
    String inner = value.name();
    return option(name, inner.matches(".*[+,].*") ? "(" + inner + ")" : inner, fallback);
  }

  /** Returns the name of a wrapper around another strategy. */
  public String around(Strategy inner) {
    return text + "+" + inner.name();
  }

  /** The name. */
  @Override
  public String toString() {
    return text.toString();
  }
}
