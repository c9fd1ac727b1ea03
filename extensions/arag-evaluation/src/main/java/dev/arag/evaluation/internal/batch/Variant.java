package dev.arag.evaluation.internal.batch;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Strategy;
import dev.arag.evaluation.internal.row.RunDetails;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A strategy with one setting. Its results are in a file of their own. */
public record Variant(Strategy strategy, Budget budget, Map<String, String> setting) {
  public static final String MAX_TURNS = "max-turns";
  public static final String EFFORT = "effort";

  /** Returns a copy with another value of a setting. */
  public Variant with(String name, String value) {
    Map<String, String> settings = new TreeMap<>(setting);
    settings.put(name, value);
    return new Variant(strategy, budget, settings);
  }

  public Variant withBudget(Budget other) {
    return new Variant(strategy, other, setting);
  }

  boolean hidesSupport() {
    return setting.containsKey(RunDetails.HIDE_SUPPORT);
  }

  /** The name of the results file, such as {@code naive-rag-k10.max-turns-5.jsonl}. */
  public String fileName() {
    StringBuilder name = new StringBuilder(safe(strategy.name()));
    new TreeMap<>(setting)
        .forEach(
            (key, value) ->
                name.append('.')
                    .append(key.equals(RunDetails.HIDE_SUPPORT) ? key : key + "-" + safe(value)));
    return name.append(".jsonl").toString();
  }

  /** Replaces the characters that a file system or a shell may treat in a special way. */
  private static String safe(String name) {
    String bare = name.toLowerCase(Locale.ROOT).replaceAll("=(?=[0-9])", "");
    return bare.replaceAll("[^a-z0-9_-]+", "-");
  }
}
