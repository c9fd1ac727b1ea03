package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Algorithm 1 of the A-RAG paper: the model calls tools and reads their results until it answers.
 *
 * @param tools returns the tools that the model may call in a run
 */
record ARagStrategy(String name, SystemPrompt prompt, Function<RunContext, Toolbox> tools)
    implements Strategy {
  /** A constant, so that two of these strategies are equal. */
  static final Function<RunContext, Toolbox> ALL_TOOLS = RunContext::tools;

  @Override
  public String run(String question, RunContext run) {
    List<Message> messages = new ArrayList<>(prompt.begin(run));
    messages.add(new Message.User(question));
    Toolbox offered = tools.apply(run);
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
