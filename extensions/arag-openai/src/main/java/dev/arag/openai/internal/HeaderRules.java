package dev.arag.openai.internal;

import java.net.URI;
import java.net.http.HttpRequest;

/** Checks additional HTTP headers. No error message contains a value. */
public final class HeaderRules {
  private static final URI ANY = URI.create("http://localhost");

  private HeaderRules() {}

  /**
   * @throws IllegalArgumentException if the name is not allowed in HTTP or in the JDK's client
   */
  public static String requireName(String name) {
    if (KeyDetector.looksLikeKey(name)) {
      throw new IllegalArgumentException(
          "The name of a header looks like an API key. Pass the name of the header first, then"
              + " its value.");
    }
    if (name.equalsIgnoreCase("Content-Type") || !isAllowed(name)) {
      throw new IllegalArgumentException(
          "The header '" + name + "' cannot be set: it is invalid or set by the HTTP client.");
    }
    return name;
  }

  private static boolean isAllowed(String name) {
    try {
      HttpRequest unused = HttpRequest.newBuilder(ANY).header(name, "x").build();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * @throws IllegalArgumentException if the value contains other characters than printable ASCII
   */
  public static String requireValue(String value) {
    if (value.chars().anyMatch(character -> character < ' ' || character > '~')) {
      throw new IllegalArgumentException(
          "The value of a header contains a character that is not printable ASCII. Remove this"
              + " character.");
    }
    return value;
  }
}
