package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Identifies one row of the summary: runs of one strategy with equal settings.
 *
 * @param strategy the name of the strategy
 * @param profile the name of the profile; empty if unknown
 * @param setting the settings in which these runs differ from the others, by name
 */
public record StrategyKey(String strategy, String profile, Map<String, String> setting) {
  private static final String DEFAULT_PROFILE = "default";

  public StrategyKey {
    requireNonNull(strategy, "strategy");
    requireNonNull(profile, "profile");
    setting = Collections.unmodifiableMap(new TreeMap<>(requireNonNull(setting, "setting")));
  }

  /**
   * The name in reports, such as {@code arag (paper) [max-turns=5]}: strategy, profile and setting.
   * The default profile is omitted.
   */
  public String label() {
    String name =
        profile.isEmpty() || profile.equals(DEFAULT_PROFILE)
            ? strategy
            : strategy + " (" + profile + ")";
    return setting.isEmpty() ? name : name + " " + settingLabel();
  }

  private String settingLabel() {
    return setting.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .toList()
        .toString();
  }
}
