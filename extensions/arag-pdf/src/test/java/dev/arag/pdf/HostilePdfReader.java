package dev.arag.pdf;

import dev.arag.core.text.Document;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Parses the files of a folder, and draws their first pages, in a separate process. Prints one line
 * for each file. The line contains the file name, the CPU time in milliseconds, "text" or "reason"
 * with details, and "picture of" or "no picture" with details; or "failure" with details.
 */
final class HostilePdfReader {
  private HostilePdfReader() {}

  public static void main(String[] folder) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (Stream<Path> files = Files.list(Path.of(folder[0]))) {
      List<Path> sorted = files.sorted().toList();
      for (Path file : sorted) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        String end = end(file);
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        out.println(file.getFileName() + "\t" + nanos / 1_000_000 + "\t" + end);
      }
    }
    out.println("done");
  }

  private static String end(Path file) throws IOException {
    try {
      return text(file) + "\t" + picture(file);
    } catch (RuntimeException | Error e) {
      return "failure\t" + e;
    }
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Document document = new PdfParser().parse("hostile.pdf", in).document().build();
      return "text\t" + document.text().length();
    } catch (UnreadableSourceException e) {
      return "reason\t" + e.getMessage() + cause(e);
    }
  }

  /** Draws the first page. */
  private static String picture(Path file) throws IOException {
    try {
      return "picture of " + PageImage.of(file, 1).png().length;
    } catch (UnreadableSourceException e) {
      return "no picture: " + e.getMessage() + cause(e);
    }
  }

  private static String cause(Throwable failure) {
    return failure.getCause() instanceof Error error ? ", caused by " + error : "";
  }
}
