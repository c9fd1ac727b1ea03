package dev.arag.cli.internal.failure;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Error messages for file system exceptions. The message of such an exception is often only the
 * name of the file.
 */
final class FileErrorMessages {
  private FileErrorMessages() {}

  static String of(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file: " + e.getFile() + ". Check the path.";
    }
    if (e instanceof AccessDeniedException) {
      return "access denied: " + e.getFile() + ". Check its permissions.";
    }
    return e.getFile() + ": " + e.getReason();
  }
}
