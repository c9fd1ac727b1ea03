package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.corpus.Profile;
import dev.arag.tools.ToolCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Algorithm 1 of the A-RAG paper: the model calls tools and reads their results until it answers.
 *
 * @param paperPrompt the system prompt in the paper profile
 */
record ARagStrategy(String prompt, String paperPrompt) implements Strategy {
  ARagStrategy {
    if (Objects.requireNonNull(prompt, "prompt").isBlank()) {
      throw new IllegalArgumentException("The system prompt must not be blank.");
    }
  }

  @Override
  public String name() {
    return "arag";
  }

  @Override
  public String run(String question, RunContext run) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.System(systemMessage(run)));
    messages.addAll(run.earlier());
    messages.add(new Message.User(question));
    while (true) {
      Reply reply = run.chat(messages, run.tools());
      messages.add(reply.message());
      for (ToolCall call : reply.calls()) {
        messages.add(Message.ToolResult.of(call, run.call(call)));
      }
      Optional<Message> correction = run.correct(reply);
      if (reply.calls().isEmpty() && correction.isEmpty()) {
        return reply.text();
      }
      correction.ifPresent(messages::add);
    }
  }

  private String systemMessage(RunContext run) {
    String own = run.profile() == Profile.PAPER ? paperPrompt : prompt;
    return run.instructions().isEmpty() ? own : own + "\n\n" + run.instructions();
  }

  static String systemPrompt(Profile profile) {
    String name =
        profile == Profile.PAPER ? "arag-system-prompt-paper.txt" : "arag-system-prompt.txt";
    try (InputStream file = ARagStrategy.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("The system prompt cannot be read from the library's jar.", e);
    }
  }
}
