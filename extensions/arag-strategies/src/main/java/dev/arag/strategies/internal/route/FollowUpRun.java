package dev.arag.strategies.internal.route;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.strategies.internal.run.ForwardingRun;
import java.util.List;
import java.util.function.Supplier;

/** A run of the inner strategy on a follow-up question, which names all it needs. */
final class FollowUpRun extends ForwardingRun {
  private final String followUp;

  FollowUpRun(RunContext run, String followUp) {
    super(run);
    this.followUp = followUp;
  }

  @Override
  public String question() {
    return followUp;
  }

  @Override
  public List<Message> earlier() {
    return List.of();
  }

  /** If the budget ends, the answers so far are merged: what the inner strategy has is less. */
  @Override
  public void closeFrom(Supplier<List<Message>> messages) {}

  @Override
  public RunContext as(String role) {
    return new FollowUpRun(run().as(role), followUp);
  }
}
