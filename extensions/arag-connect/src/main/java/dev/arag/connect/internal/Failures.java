package dev.arag.connect.internal;

import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.util.Objects;

/** Describes failures for the reports of a sync. */
public final class Failures {
  private Failures() {}

  /** Returns the message of a failure, with its class if the message says too little. */
  public static String describe(Throwable e) {
    String message = message(e);
    boolean isOwn = e instanceof UnreadableSourceException || e.getClass() == IOException.class;
    if (message.isBlank()) {
      return e.getClass().getSimpleName();
    }
    return isOwn ? message : e.getClass().getSimpleName() + ": " + message;
  }

  /** Returns the message of a failure, without a period at its end; empty if there is none. */
  public static String message(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), "").replaceFirst("\\.$", "");
  }
}
