package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.IndexLockedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process that tries to write new texts to an index each time it reads a line. When it has
 * written some files but has not published them yet, it prints "in" and waits for another line.
 * After it has published them, it prints "won". If another process is already writing, it prints
 * "lost".
 */
final class RacingWriter {
  /** The number of documents per text. */
  static final int PARTS = 5;

  private final BufferedReader orders =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final Path directory;

  private RacingWriter(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] args) throws IOException {
    new RacingWriter(Path.of(args[0])).run();
  }

  private void run() throws IOException {
    try (Index index =
        Index.builder(directory)
            .embedder(new CallbackEmbedder(sentences -> pause(), new HashEmbedder(2)))
            .lockTimeout(Duration.ZERO)
            .openOrCreate()) {
      System.out.println("ready");
      for (String text = orders.readLine(); text != null; text = orders.readLine()) {
        System.out.println(attempt(index, text));
      }
    }
  }

  private static String attempt(Index index, String text) {
    try {
      new WriteCall.Put(parts(text)).run(index);
      return "won";
    } catch (IndexLockedException e) {
      return "lost";
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      return "failed " + e;
    }
  }

  static Map<String, String> parts(String text) {
    Map<String, String> parts = new TreeMap<>();
    for (int i = 0; i < PARTS; i++) {
      parts.put("part" + i, "Part of " + text);
    }
    return parts;
  }

  private void pause() {
    System.out.println("in");
    try {
      orders.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
