package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The system prompts of the built-in strategies, which are resources of this package. */
final class SystemPrompt {
  private SystemPrompt() {}

  /**
   * Reads the system prompt of a strategy.
   *
   * @param strategy the start of the file name
   */
  static String read(String strategy) {
    String name = strategy + "-system-prompt.txt";
    try (InputStream file = SystemPrompt.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("The system prompt cannot be read from the library's jar.", e);
    }
  }

  /**
   * Returns the messages before the question: the system prompt with the instructions of the
   * application, and the earlier questions of the conversation.
   */
  static List<Message> begin(String prompt, RunContext run) {
    String instructions = run.instructions();
    String system = instructions.isEmpty() ? prompt : prompt + "\n\n" + instructions;
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.System(system));
    messages.addAll(run.earlier());
    return messages;
  }
}
