package dev.arag.agent.internal.failure;

import dev.arag.agent.internal.server.ServerRule;
import dev.arag.agent.internal.server.ServerRule.Kind;
import java.util.regex.Pattern;

/**
 * Finds the phrases in error messages that distinguish failures with the same HTTP status. The
 * methods expect text in lower case.
 */
final class FailurePhrases {
  private static final Pattern TOO_LARGE_FOR_A_MINUTE =
      Pattern.compile("request too large[^\\n]{0,200}tokens per min");

  private FailurePhrases() {}

  static boolean isOverflow(String text) {
    return hasAny(text, Kind.OVERFLOW_PHRASE) || TOO_LARGE_FOR_A_MINUTE.matcher(text).find();
  }

  static boolean isFilter(String text) {
    return hasAny(text, Kind.FILTER_PHRASE);
  }

  static boolean isQuota(String text) {
    return hasAny(text, Kind.QUOTA_PHRASE);
  }

  private static boolean hasAny(String text, Kind kind) {
    return ServerRule.values(kind).stream().anyMatch(text::contains);
  }
}
