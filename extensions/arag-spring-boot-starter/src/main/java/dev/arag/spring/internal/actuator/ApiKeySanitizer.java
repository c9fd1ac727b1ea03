package dev.arag.spring.internal.actuator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Hides the API key in the endpoints {@code env} and {@code configprops}, also if these show
 * values. The key may be in other properties too, such as an environment variable that a
 * placeholder refers to.
 */
public final class ApiKeySanitizer implements SanitizingFunction {
  private static final String PROPERTY = "aragopenaiapikey";

  /** A shorter key is a placeholder, such as {@code ollama}, which is part of harmless values. */
  private static final int SHORTEST_KEY = 16;

  private final @Nullable String key;

  public ApiKeySanitizer(@Nullable String key) {
    this.key = key == null || key.strip().length() < SHORTEST_KEY ? null : key.strip();
  }

  @Override
  public SanitizableData apply(SanitizableData data) {
    return isProperty(data.getKey()) || containsKey(data.getValue())
        ? data.withValue(SanitizableData.SANITIZED_VALUE)
        : data;
  }

  /** The key is {@code arag.openai.api-key} in any of the spellings that Spring Boot accepts. */
  private static boolean isProperty(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "").equals(PROPERTY);
  }

  private boolean containsKey(@Nullable Object value) {
    return key != null && value != null && value.toString().contains(key);
  }
}
