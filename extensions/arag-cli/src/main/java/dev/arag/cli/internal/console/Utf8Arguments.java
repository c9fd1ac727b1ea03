package dev.arag.cli.internal.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command-line arguments, decoded as UTF-8. In a locale without UTF-8, as in many containers,
 * the JVM replaces every non-ASCII character. On Linux, this class reads the original bytes from
 * {@code /proc}.
 */
public final class Utf8Arguments {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
  private static final String REPLACEMENT = "\uFFFD";

  private Utf8Arguments() {}

  public static String[] of(String[] args) {
    return Stream.of(args).anyMatch(arg -> arg.contains(REPLACEMENT)) ? recover(args) : args;
  }

  private static String[] recover(String[] args) {
    try {
      String typed = new String(Files.readAllBytes(COMMAND_LINE), StandardCharsets.UTF_8);
      return recover(args, typed);
    } catch (IOException e) {
      return args;
    }
  }

  /**
   * @param typed the command line, each part terminated by a NUL character
   */
  static String[] recover(String[] args, String typed) {
    List<String> parts = Arrays.asList(typed.split("\0", -1));
    int first = parts.size() - 1 - args.length;
    if (first < 0) {
      return args;
    }
    String[] last = parts.subList(first, parts.size() - 1).toArray(String[]::new);
    return isConsistent(args, last) ? last : args;
  }

  private static boolean isConsistent(String[] args, String[] typed) {
    for (int i = 0; i < args.length; i++) {
      if (!args[i].contains(REPLACEMENT) && !args[i].equals(typed[i])) {
        return false;
      }
    }
    return true;
  }
}
