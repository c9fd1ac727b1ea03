package dev.arag.connect.internal;

import static java.util.Objects.requireNonNull;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a store, without the credentials that the caller may have written into it.
 *
 * @param clean the address without user name and password
 */
public record StoreAddress(String clean, @Nullable String user, @Nullable String password) {
  private static final Pattern USER_INFO = Pattern.compile("([A-Za-z][\\w+.-]*://)([^/?#]*)@(.*)");

  public static StoreAddress of(String address) {
    if (requireNonNull(address, "address").isBlank()) {
      throw new IllegalArgumentException("The address is blank.");
    }
    Matcher matcher = USER_INFO.matcher(address);
    if (!matcher.matches()) {
      return new StoreAddress(address, null, null);
    }
    String[] parts = matcher.group(2).split(":", 2);
    return new StoreAddress(
        matcher.group(1) + matcher.group(3),
        decode(parts[0]),
        parts.length == 1 ? "" : decode(parts[1]));
  }

  /** Unlike in a form, a plus sign stands for itself. */
  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Does not contain the password. */
  @Override
  public String toString() {
    return clean;
  }
}
