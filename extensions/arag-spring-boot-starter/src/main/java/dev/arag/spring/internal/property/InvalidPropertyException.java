package dev.arag.spring.internal.property;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Thrown when a property has a value that cannot be used. The message contains no API key. */
public final class InvalidPropertyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String property;

  public InvalidPropertyException(String property, String problem, @Nullable Throwable cause) {
    super("The property '" + property + "' is not valid. " + problem, cause);
    this.property = property;
  }

  public String property() {
    return property;
  }

  /**
   * Passes a value to a setter if there is one.
   *
   * @throws InvalidPropertyException if the setter rejects the value
   */
  public static <T> void apply(String property, @Nullable T value, Consumer<T> setter) {
    if (value != null) {
      T present = value;
      convert(
          property,
          present,
          each -> {
            setter.accept(each);
            return true;
          });
    }
  }

  /**
   * Returns the result of a function for a value.
   *
   * @throws InvalidPropertyException if the function rejects the value
   */
  public static <T, R> R convert(String property, T value, Function<T, R> function) {
    try {
      return function.apply(value);
    } catch (IllegalArgumentException e) {
      throw new InvalidPropertyException(property, String.valueOf(e.getMessage()), e);
    }
  }
}
