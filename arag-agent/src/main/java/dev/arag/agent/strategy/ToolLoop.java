package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Optional;

/**
 * Algorithm 1 of the A-RAG paper: the model calls tools and reads their results until it answers.
 */
public final class ToolLoop {
  private ToolLoop() {}

  /**
   * Runs the loop for one question.
   *
   * @param question the question as the model must receive it
   * @param prompt the system prompt, to which the instructions of the application are appended
   * @param offered the tools that the model may call
   * @return the text of the last reply
   */
  public static String run(String question, RunContext run, String prompt, Toolbox offered) {
    requireNonNull(question, "question");
    requireNonNull(offered, "offered");
    List<Message> messages = SystemPrompt.begin(requireNonNull(prompt, "prompt"), run);
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
