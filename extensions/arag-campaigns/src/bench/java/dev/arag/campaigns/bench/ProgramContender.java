package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * An external program that prints two lines: the best rows for the first query, and the mean time
 * of one search in milliseconds.
 */
record ProgramContender(String name, Matrix matrix, List<String> command) implements Contender {
  @Override
  public Timing measure() throws IOException, InterruptedException {
    List<String> lines = run(command).lines().toList();
    matrix.requireBest(name, Stream.of(lines.get(0).split(" ")).map(Long::valueOf).toList());
    double millis = Double.parseDouble(lines.get(1));
    return new Timing(millis, millis);
  }

  /** Runs a command and returns its standard output. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " exited with code " + code);
    }
    return printed;
  }
}
