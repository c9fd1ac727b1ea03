package dev.arag.evaluation.internal.report;

import dev.arag.evaluation.data.StrategyKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The path of a trajectory page below the folder of the report. It consists of lower-case letters,
 * digits, dots, hyphens and underscores. It is valid on every file system, and needs no escaping in
 * a link.
 */
final class PageName {
  private static final int MAX_LENGTH = 80;
  private static final int HASH_BYTES = 6;

  /** Names that Windows reserves, with any extension. */
  private static final Pattern DEVICE = Pattern.compile("con|prn|aux|nul|(?:com|lpt)[0-9]");

  private PageName() {}

  static String of(StrategyKey key, String question, int repeat) {
    String file = safe(question) + (repeat == 0 ? "" : ".r" + (repeat + 1));
    return "runs/" + safe(key.label()) + "/" + file + ".html";
  }

  /** Replaces unsafe characters. A hash keeps apart the names of different texts. */
  private static String safe(String text) {
    String clean = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "-");
    String safe = DEVICE.matcher(clean).matches() ? "_" + clean : clean;
    if (safe.equals(text) && safe.length() <= MAX_LENGTH && !safe.isEmpty()) {
      return safe;
    }
    String start = safe.substring(0, Math.min(safe.length(), MAX_LENGTH));
    return start + "." + hash(text);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
