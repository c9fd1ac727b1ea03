package dev.arag.agent.internal.run;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Optional;

/** A run as a strategy sees it, speaking to the model of one role. */
public final class RoleContext implements RunContext {
  private final RunSession run;
  private final ModelsByRole models;
  private final String role;

  public RoleContext(RunSession run, ModelsByRole models, String role) {
    this.run = run;
    this.models = models;
    this.role = role;
  }

  @Override
  public Corpus corpus() {
    return run.corpus();
  }

  @Override
  public Toolbox tools() {
    return run.tools();
  }

  @Override
  public Budget remaining() {
    return run.remaining();
  }

  @Override
  public List<Message> earlier() {
    return run.earlier();
  }

  @Override
  public Observation call(ToolCall call) {
    return run.call(call);
  }

  @Override
  public Reply chat(List<Message> messages, Toolbox offered) {
    return run.chat(models.of(role), role, new Request(messages, offered));
  }

  @Override
  public Optional<Message> nudge(Reply reply) {
    return role.equals(RunSession.MAIN_ROLE) ? run.nudge(reply) : Optional.empty();
  }

  @Override
  public String complete(String prompt) {
    return chat(List.of(new Message.User(prompt)), Toolbox.empty()).text();
  }

  @Override
  public RunContext as(String role) {
    return new RoleContext(run, models, role);
  }
}
