package dev.arag.connect.internal.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rules of a {@code robots.txt} for this library, see RFC 9309. */
final class RobotsTxt {
  static final RobotsTxt ALLOW_ALL = of("");

  private static final String PRODUCT = "arag";

  private final List<Rule> rules = new ArrayList<>();
  private final List<String> sitemaps = new ArrayList<>();
  private double crawlDelaySeconds;

  private record Rule(boolean isAllowed, String pattern) {
    boolean matches(String pathAndQuery) {
      boolean isWhole = pattern.endsWith("$");
      String body = isWhole ? pattern.substring(0, pattern.length() - 1) : pattern;
      return matches(body, 0, pathAndQuery, isWhole);
    }

    /**
     * Takes the first place for each part, because a star matches any text; the last at its end.
     */
    private static boolean matches(String body, int from, String text, boolean isWhole) {
      String[] parts = body.split("\\*", -1);
      int at = from;
      for (int i = 0; i < parts.length; i++) {
        boolean isLast = i == parts.length - 1;
        if (i == 0) {
          if (!text.startsWith(parts[0])) {
            return false;
          }
          at = parts[0].length();
        } else if (isLast && isWhole) {
          return text.length() - parts[i].length() >= at && text.endsWith(parts[i]);
        } else {
          int found = text.indexOf(parts[i], at);
          if (found < 0) {
            return false;
          }
          at = found + parts[i].length();
        }
      }
      return !isWhole || at == text.length();
    }
  }

  /** Reads the rules of the groups for this library; if there are none, of those for all. */
  static RobotsTxt of(String text) {
    RobotsTxt own = new RobotsTxt();
    RobotsTxt all = new RobotsTxt();
    boolean hasOwn = false;
    boolean isForOwn = false;
    boolean isForAll = false;
    boolean isInRules = true;
    for (String line : text.replaceFirst("^\uFEFF", "").split("[\\r\\n]+")) {
      String[] parts = line.replaceFirst("#.*", "").split(":", 2);
      if (parts.length < 2) {
        continue;
      }
      String key = parts[0].strip().toLowerCase(Locale.ROOT);
      String value = parts[1].strip();
      if (key.equals("sitemap")) {
        own.sitemaps.add(value);
        all.sitemaps.add(value);
      } else if (key.equals("user-agent")) {
        isForOwn = (isForOwn && !isInRules) || value.equalsIgnoreCase(PRODUCT);
        isForAll = (isForAll && !isInRules) || value.equals("*");
        hasOwn |= isForOwn;
        isInRules = false;
      } else {
        isInRules = true;
        if (isForOwn) {
          own.add(key, value);
        }
        if (isForAll) {
          all.add(key, value);
        }
      }
    }
    return hasOwn ? own : all;
  }

  private void add(String key, String value) {
    if (key.equals("crawl-delay") && Pattern.matches("\\d{1,9}(\\.\\d*)?", value)) {
      crawlDelaySeconds = Double.parseDouble(value);
    } else if (key.matches("(dis)?allow") && !value.isEmpty()) {
      rules.add(new Rule(key.equals("allow"), value));
    }
  }

  /** Returns whether the longest rule that matches allows an address; allow wins ties. */
  boolean allows(String pathAndQuery) {
    Rule longest = new Rule(true, "");
    for (Rule rule : rules) {
      int difference = rule.pattern().length() - longest.pattern().length();
      if ((difference > 0 || (difference == 0 && rule.isAllowed())) && rule.matches(pathAndQuery)) {
        longest = rule;
      }
    }
    return longest.isAllowed();
  }

  Duration crawlDelay() {
    return Duration.ofMillis((long) (crawlDelaySeconds * 1000));
  }

  List<String> sitemaps() {
    return sitemaps;
  }
}
