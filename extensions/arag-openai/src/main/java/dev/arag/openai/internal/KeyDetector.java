package dev.arag.openai.internal;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Recognizes texts that have the form of an API key. Such a text is not accepted as the name of a
 * model, because names of models are logged and recorded.
 *
 * <p>The form is not a proof. A key without a known prefix is recognized if it contains a long run
 * of letters and digits that change as often as in random text. Names of models consist of words
 * and short version numbers, so they change less often. A short key, a key that consists of words,
 * and a UUID are not recognized.
 */
final class KeyDetector {
  /** Prefixes of the keys of hosted services, followed by at least 12 characters of a token. */
  private static final Pattern KNOWN_PREFIX =
      Pattern.compile(
          "(?:[spr]k[-_]|gsk_|csk-|xai-|nvapi-|pplx-|fw_|hf_|r8_|gh[pos]_|github_pat_|glpat-|tgp_"
              + "|AIza|ABSK|AKIA|eyJ)[A-Za-z0-9_.+=~-]{12,}");

  private static final Pattern SCHEME = Pattern.compile("(?:bearer|basic|token) +\\S+");
  private static final Pattern SEPARATORS = Pattern.compile("[^A-Za-z0-9]+");
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]{32,}|[0-9A-F]{32,}");
  private static final int MIN_RUN = 24;

  private KeyDetector() {}

  /** Whether a text looks like an API key or like the value of an Authorization header. */
  static boolean looksLikeKey(String text) {
    return KNOWN_PREFIX.matcher(text).matches()
        || SCHEME.matcher(text.toLowerCase(Locale.ROOT)).matches()
        || SEPARATORS.splitAsStream(text).anyMatch(KeyDetector::isRandom);
  }

  private static boolean isRandom(String run) {
    boolean isMixed =
        run.chars().anyMatch(Character::isDigit) && run.chars().anyMatch(Character::isLetter);
    return isMixed
        && (HEXADECIMAL.matcher(run).matches()
            || (run.length() >= MIN_RUN && changes(run) * 10 >= run.length() * 3));
  }

  /** Returns how often neighbors differ in being a digit, a lower-case or an upper-case letter. */
  private static int changes(String run) {
    int changes = 0;
    for (int i = 1; i < run.length(); i++) {
      changes += Character.getType(run.charAt(i)) == Character.getType(run.charAt(i - 1)) ? 0 : 1;
    }
    return changes;
  }
}
