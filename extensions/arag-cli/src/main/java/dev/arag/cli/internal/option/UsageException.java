package dev.arag.cli.internal.option;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Thrown for wrong usage of the command, which ends with exit code 2. The message says how to
 * correct the usage.
 */
public final class UsageException extends RuntimeException {
  private static final Pattern SETTING = Pattern.compile("^([a-z][a-zA-Z]++) must (?:not )?be ");

  public UsageException(String message) {
    super(message);
  }

  /** Returns the value; throws a usage exception if the arguments are invalid. */
  public static <T> T requireValid(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(withOption(String.valueOf(e.getMessage())));
    }
  }

  /** The library names the setting, as in {@code maxTurns must be >= 1}. */
  private static String withOption(String message) {
    Matcher setting = SETTING.matcher(message);
    return setting.find()
        ? "--"
            + setting.group(1).replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT)
            + message.substring(setting.end(1))
        : message;
  }
}
