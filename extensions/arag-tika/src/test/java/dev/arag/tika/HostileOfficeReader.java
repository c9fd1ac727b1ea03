package dev.arag.tika;

import dev.arag.index.spi.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Parses the files of a folder and prints one line for each file. The line contains the file name,
 * the time in milliseconds, and either the length of the text or the reason for the rejection. The
 * last line is "done".
 */
final class HostileOfficeReader {
  private HostileOfficeReader() {}

  public static void main(String[] arguments) throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of(arguments[0]))) {
      files = all.sorted().toList();
    }
    for (Path file : files) {
      read(file);
    }
    System.out.println("done");
  }

  private static void read(Path file) throws IOException {
    long start = System.nanoTime();
    String outcome = outcome(Files.readAllBytes(file));
    long millis = (System.nanoTime() - start) / 1_000_000;
    System.out.println(file.getFileName() + "\t" + millis + "\t" + outcome);
  }

  private static String outcome(byte[] bytes) {
    try {
      String text =
          new TikaParser().parse("d", new ByteArrayInputStream(bytes)).document().build().text();
      boolean whole = Boolean.getBoolean("dev.arag.printText");
      return "text\t" + text.length() + (whole ? " " + text.replaceAll("\\s+", " ") : "");
    } catch (UnreadableSourceException e) {
      return "reason\t" + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    } catch (Throwable e) {
      return "failed\t" + e;
    }
  }
}
