package dev.arag.index.internal.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/**
 * Describes I/O failures for use in messages. The messages of some JDK exceptions contain only the
 * file name.
 */
public final class DiskFailure {
  private DiskFailure() {}

  public static String describe(IOException e) {
    if (e instanceof AccessDeniedException denied) {
      return "access denied to " + denied.getFile();
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getFile() + ": " + failure.getReason();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
