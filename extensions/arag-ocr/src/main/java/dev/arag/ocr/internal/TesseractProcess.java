package dev.arag.ocr.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A run of the program. */
public final class TesseractProcess {
  private static final int MAX_OUTPUT = 64 * 1024;

  private TesseractProcess() {}

  /**
   * Runs a command and returns what it prints.
   *
   * @param folder an empty or temporary folder, in which the output is stored
   * @throws InterruptedIOException if the thread is interrupted; the process has been killed
   * @throws IOException if the process cannot be started, exceeds the time and has been killed, or
   *     reports an error
   */
  public static String run(List<String> command, Path folder, Duration time) throws IOException {
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OMP_THREAD_LIMIT", "1");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("tesseract took longer than " + time.toSeconds() + " seconds");
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException("Interrupted while tesseract was running.");
    } finally {
      kill(process);
    }
    String text = text(output);
    if (process.exitValue() != 0) {
      throw new IOException(
          "tesseract reported an error (exit code " + process.exitValue() + "): " + text.strip());
    }
    return text;
  }

  /** Also waits until the process has ended, so that its files can be deleted. */
  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  private static String text(Path output) throws IOException {
    try (var in = Files.newInputStream(output)) {
      return new String(in.readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8);
    }
  }
}
