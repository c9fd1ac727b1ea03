package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes and measures folders with generated data. */
final class Folders {
  private Folders() {}

  /** Deletes a folder and its contents, if it exists. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path each : deepestFirst(folder)) {
        Files.delete(each);
      }
    }
  }

  private static List<Path> deepestFirst(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** Returns the total size of all files, in bytes. */
  static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path each : paths.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(each);
      }
    }
    return bytes;
  }
}
