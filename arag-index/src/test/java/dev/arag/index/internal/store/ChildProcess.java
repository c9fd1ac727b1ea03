package dev.arag.index.internal.store;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Starts a test class with a main method in a separate JVM, with the compiler and the collector of
 * this JVM.
 */
public final class ChildProcess {
  private ChildProcess() {}

  /**
   * Starts a JVM with the class path of this JVM. Its error output goes to the error output of this
   * JVM.
   *
   * @param folder the folder that receives a report if the JVM crashes
   */
  public static Process start(Path folder, Class<?> main, String... arguments) throws IOException {
    return builder(folder, List.of(), main, arguments).start();
  }

  /** Returns a process builder, for callers that need JVM options or other settings. */
  public static ProcessBuilder builder(
      Path folder, List<String> options, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:"))
        .forEach(command::add);
    command.add("-XX:ErrorFile=" + folder.resolve("hs_err_%p.log"));
    command.add("-XX:-CreateCoredumpOnCrash");
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
