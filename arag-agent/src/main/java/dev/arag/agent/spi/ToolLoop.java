package dev.arag.agent.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.internal.text.SystemPrompt;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Optional;

/**
 * A strategy that runs Algorithm 1 of the A-RAG paper: the model calls tools and reads their
 * results until it answers. Implementations choose the prompt and the tools. Like every {@link
 * Strategy}, implementations must be thread-safe.
 */
public interface ToolLoop extends Strategy {
  /**
   * Returns the system prompt without the instructions of the application. {@link #run} appends
   * them.
   */
  String prompt(RunContext run);

  /** Returns the tools that the model may call. */
  Toolbox tools(RunContext run);

  @Override
  default String run(String question, RunContext run) {
    requireNonNull(question, "question");
    Toolbox offered = requireNonNull(tools(requireNonNull(run, "run")), "tools");
    String prompt = requireNonNull(prompt(run), "prompt");
    List<Message> messages = SystemPrompt.begin(prompt, run.instructions(), run.earlier());
    messages.add(new Message.User(question));
    while (true) {
      Reply reply = run.chat(messages, offered);
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
}
