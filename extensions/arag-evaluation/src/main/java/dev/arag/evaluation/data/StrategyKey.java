package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one row of the summary: runs of one strategy with equal settings.
 *
 * @param strategy the name of the strategy
 * @param profile the name of the profile; null if unknown
 * @param setting the settings in which these runs differ from the others, by name
 */
public record StrategyKey(String strategy, @Nullable String profile, Map<String, String> setting) {
  private static final String DEFAULT_PROFILE = "default";

  public StrategyKey {
    requireNonNull(strategy, "strategy");
    profile = profile == null || profile.isEmpty() ? null : profile;
    setting = Collections.unmodifiableMap(new TreeMap<>(requireNonNull(setting, "setting")));
  }

  /**
   * The name in reports, such as {@code arag (paper) [max-turns=5]}: strategy, profile and setting.
   * The default profile is omitted.
   */
  public String label() {
    String name =
        profile == null || profile.equals(DEFAULT_PROFILE)
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
