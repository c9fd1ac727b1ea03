package dev.arag.cli.internal.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** Output of a command: one result on standard output, notes on standard error. */
public final class CommandOutput {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CliEnvironment environment;
  private final boolean json;

  public CommandOutput(CliEnvironment environment, boolean json) {
    this.environment = environment;
    this.json = json;
  }

  /** Whether a person reads the output. */
  public boolean isTerminal() {
    return environment.isTerminal();
  }

  /** Whether text on the terminal can be replaced. */
  boolean canRedraw() {
    return environment.canRedraw();
  }

  /** Whether the result is text on a terminal. */
  public boolean isTextOnTerminal() {
    return !json && isTerminal();
  }

  /** Returns text that can change while it is shown; empty if the result cannot be such a text. */
  public Optional<LiveText> liveText() {
    return json || !environment.canMoveUp()
        ? Optional.empty()
        : Optional.of(new LiveText(environment));
  }

  /**
   * Prints the result of the command. A command calls this method once.
   *
   * @param result a record whose components are the fields of the JSON object, in order
   * @param text writes the same result as text for users
   */
  public <T> void result(T result, Consumer<? super TextPage> text) {
    if (json) {
      write(environment.out(), toJson(result) + "\n");
    } else {
      page(text);
    }
  }

  /** Prints text for users on standard output. Prints nothing with {@code --json}. */
  public void page(Consumer<? super TextPage> text) {
    if (!json) {
      TextPage page = new TextPage();
      text.accept(page);
      write(environment.out(), page.text());
    }
  }

  /** Prints a line for users on standard error. A terminal shows it wrapped. */
  public void note(String line) {
    write(
        environment.err(),
        isTerminal()
            ? new TextPage(environment.columns()).hanging("", line, "  ").text()
            : TextPage.printable(line) + "\n");
  }

  /**
   * Asks whether to continue. Without a terminal, nobody can answer, so the result is true.
   *
   * @return false also at the end of the input
   */
  public boolean confirm(String question) throws InterruptedException {
    if (!isTerminal()) {
      return true;
    }
    draw(question + " [y/N] ");
    FutureTask<String> reply =
        new FutureTask<>(
            () -> {
              InputStreamReader in =
                  new InputStreamReader(environment.in(), StandardCharsets.UTF_8);
              return Objects.requireNonNullElse(new BufferedReader(in).readLine(), "");
            });
    // An interrupt does not end the read.
    Thread reader = new Thread(reply, "arag-confirm");
    reader.setDaemon(true);
    reader.start();
    try {
      return reply.get().strip().matches("(?i)y|yes");
    } catch (ExecutionException e) {
      return false;
    }
  }

  /** Prints unmodified text on standard error, for a line that is redrawn. */
  public void draw(String text) {
    write(environment.err(), text);
  }

  static void write(PrintStream stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
    stream.flush();
  }

  private static String toJson(Object result) {
    try {
      return JSON.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The result cannot be written as JSON", e);
    }
  }
}
