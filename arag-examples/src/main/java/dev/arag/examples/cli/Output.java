package dev.arag.examples.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Where a command's result and its notes go: one result on out, any number of notes on err. */
final class Output {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CliEnvironment surroundings;
  private final boolean json;

  Output(CliEnvironment surroundings, boolean json) {
    this.surroundings = surroundings;
    this.json = json;
  }

  boolean isTerminal() {
    return surroundings.isTerminal();
  }

  /**
   * Prints the result of the command, once.
   *
   * @param result a record whose components are the fields of the JSON object, in order
   * @param text writes the same for people
   */
  <T> void result(T result, Consumer<? super TextPage> text) {
    if (json) {
      write(surroundings.out(), toJson(result) + "\n");
    } else {
      page(text);
    }
  }

  /** Prints text for people on standard output; nothing with {@code --json}. */
  void page(Consumer<? super TextPage> text) {
    if (!json) {
      TextPage page = new TextPage();
      text.accept(page);
      write(surroundings.out(), page.text());
    }
  }

  /** A line for people on standard error. */
  void note(String line) {
    write(surroundings.err(), TextPage.printable(line) + "\n");
  }

  /** Text on standard error as it is, for what is drawn over. */
  void draw(String text) {
    write(surroundings.err(), text);
  }

  private static void write(PrintStream stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
    stream.flush();
  }

  private static String toJson(Object result) {
    try {
      return JSON.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A result must be writable as JSON", e);
    }
  }
}
