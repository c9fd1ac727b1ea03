package dev.arag.agent.internal.strategy;

import dev.arag.agent.internal.text.SystemPrompt;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.tools.Toolbox;
import java.util.List;

/** Asks the model without any text of the corpus. */
public record DirectStrategy() implements Strategy {
  private static final String PROMPT = SystemPrompt.read(StrategyGrammar.DIRECT);

  @Override
  public String name() {
    return StrategyGrammar.DIRECT;
  }

  @Override
  public String run(String question, RunContext run) {
    List<Message> messages = SystemPrompt.begin(PROMPT, run.instructions(), run.earlier());
    messages.add(new Message.User(question));
    return run.chat(messages, Toolbox.empty()).text();
  }
}
