package dev.arag.agent.internal.text;

import dev.arag.agent.model.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** System prompts of strategies. Those of the built-in strategies are resources of this package. */
public final class SystemPrompt {
  private SystemPrompt() {}

  /** Returns the built-in prompt with a name. */
  public static String read(String strategy) {
    try (InputStream file =
        SystemPrompt.class.getResourceAsStream(strategy + "-system-prompt.txt")) {
      byte[] bytes = Objects.requireNonNull(file, strategy).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-agent JAR is corrupt: cannot read the system prompt.", e);
    }
  }

  /**
   * Returns the messages before the question: the system prompt with the instructions of the
   * application, and the earlier questions of the conversation.
   */
  public static List<Message> begin(
      String prompt, Optional<String> instructions, List<Message> earlier) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.System(withInstructions(prompt, instructions)));
    messages.addAll(earlier);
    return messages;
  }

  /** Returns a prompt with the instructions of the application. */
  public static String withInstructions(String prompt, Optional<String> instructions) {
    return instructions.map(text -> prompt + "\n\n" + text).orElse(prompt);
  }
}
