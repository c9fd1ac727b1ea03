package dev.arag.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.cli.internal.console.CliEnvironment;
import dev.arag.index.embed.OnnxEmbedder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The exit code and the output of a command that ran in this process. */
public record CliResult(int code, String out, String err) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Loaded until the process ends: embedders with equal settings share one loaded model, so the
   * commands do not load it again.
   */
  private static final OnnxEmbedder EMBEDDER = OnnxEmbedder.bgeSmallEnglish();

  static {
    EMBEDDER.embedQuery("ferry");
  }

  /** Runs a command without LLM settings. */
  public static CliResult arag(Object... args) {
    return aragWith(Map.of(), args);
  }

  public static CliResult aragWith(Map<String, String> environment, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        AragCommand.run(
            texts(args),
            new CliEnvironment(new PrintStream(out), new PrintStream(err), environment, false));
    return new CliResult(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command on a terminal with 80 columns, which shows both streams; both are in out. */
  public static CliResult onTerminal(Map<String, String> environment, Object... args) {
    return onTerminalWith("", environment, args);
  }

  /**
   * @param input what the user types
   */
  static CliResult onTerminalWith(String input, Map<String, String> environment, Object... args) {
    Map<String, String> variables = new HashMap<>(environment);
    variables.putIfAbsent("COLUMNS", "80");
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(written);
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    int code =
        AragCommand.run(texts(args), new CliEnvironment(in, stream, stream, variables, true));
    return new CliResult(code, written.toString(StandardCharsets.UTF_8), "");
  }

  private static String[] texts(Object... args) {
    List<String> texts = new ArrayList<>();
    for (Object arg : args) {
      texts.add(arg instanceof Path path ? path.toString() : (String) arg);
    }
    return texts.toArray(String[]::new);
  }

  /** Asserts the exit code. The failure message contains the output of the command. */
  public CliResult endedWith(int expected) {
    assertThat(code).as("exit code; out:\n%s\nerr:\n%s", out, err).isEqualTo(expected);
    return this;
  }

  /**
   * Asserts that the command failed with one line on standard error and without output on standard
   * output.
   */
  public CliResult failedWith(int expected, String... inMessage) {
    endedWith(expected);
    assertThat(out).isEmpty();
    List<String> lines = err.lines().filter(line -> !line.startsWith("Try: ")).toList();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).startsWith("arag: ").contains(inMessage);
    return this;
  }

  /** Returns the JSON object on standard output; there must be exactly one. */
  public JsonNode json() {
    assertThat(out).endsWith("}\n").doesNotContain("\n{");
    try {
      return JSON.readTree(out);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not one JSON object: " + out, e);
    }
  }
}
