package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import dev.arag.tools.Toolbox;
import java.util.List;

/** Asks the model without any text of the corpus. */
record DirectStrategy(SystemPrompt prompt) implements Strategy {
  DirectStrategy() {
    this(SystemPrompt.of(StrategyNames.DIRECT));
  }

  @Override
  public String name() {
    return StrategyNames.DIRECT;
  }

  @Override
  public String run(String question, RunContext run) {
    List<Message> messages = prompt.begin(run);
    messages.add(new Message.User(question));
    return run.chat(messages, Toolbox.empty()).text();
  }
}
