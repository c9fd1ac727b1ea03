package dev.arag.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@link NoisyServer}. */
final class ServerProcess {
  private ServerProcess() {}

  /** The command without arguments. */
  static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Darag.testLogLevel=TRACE",
        "-cp",
        System.getProperty("java.class.path"),
        NoisyServer.class.getName());
  }

  static Process start(Path errors, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(command());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(errors.toFile()).start();
  }

  static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
