package dev.arag.agent.strategy;

import dev.arag.agent.model.Message;
import dev.arag.tools.Toolbox;
import java.util.List;

/** Asks the model without any text of the corpus. */
record DirectStrategy() implements Strategy {
  private static final String PROMPT = SystemPrompt.read(StrategyNames.DIRECT);

  @Override
  public String name() {
    return StrategyNames.DIRECT;
  }

  @Override
  public String run(String question, RunContext run) {
    List<Message> messages = SystemPrompt.begin(PROMPT, run);
    messages.add(new Message.User(question));
    return run.chat(messages, Toolbox.empty()).text();
  }
}
