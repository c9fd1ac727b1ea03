package dev.arag.connect.internal;

import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;

/** Describes failures for the reports of a sync. */
public final class Failures {
  private Failures() {}

  /** Returns the message of a failure, with its class if the message says too little. */
  public static String describe(Throwable e) {
    String message = e.getMessage();
    boolean isOwn = e instanceof UnreadableSourceException || e.getClass() == IOException.class;
    if (message == null || message.isBlank()) {
      return e.getClass().getSimpleName();
    }
    return isOwn ? message : e.getClass().getSimpleName() + ": " + message;
  }
}
