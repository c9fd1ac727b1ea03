package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import dev.arag.core.corpus.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The system prompt of a strategy. The prompts of the built-in strategies are resources of this
 * package.
 *
 * @param text the prompt in the default profile
 * @param paperText the prompt in the paper profile, which speaks only of chunks
 */
record SystemPrompt(String text, String paperText) {
  /** The prompt for an answer from text that is shown above the question. */
  static final SystemPrompt ANSWER = of("one-shot");

  SystemPrompt {
    if (Objects.requireNonNull(text, "prompt").isBlank()) {
      throw new IllegalArgumentException("The system prompt must not be blank.");
    }
  }

  /** Returns the prompt of a built-in strategy. */
  static SystemPrompt of(String strategy) {
    return new SystemPrompt(read(strategy, Profile.DEFAULT), read(strategy, Profile.PAPER));
  }

  static String read(String strategy, Profile profile) {
    String name = strategy + "-system-prompt" + (profile == Profile.PAPER ? "-paper" : "") + ".txt";
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
  List<Message> begin(RunContext run) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.System(text(run)));
    messages.addAll(run.earlier());
    return messages;
  }

  /** Returns the prompt of the profile of a run, with the instructions of the application. */
  String text(RunContext run) {
    String own = run.profile() == Profile.PAPER ? paperText : text;
    String instructions = run.instructions();
    return instructions.isEmpty() ? own : own + "\n\n" + instructions;
  }
}
