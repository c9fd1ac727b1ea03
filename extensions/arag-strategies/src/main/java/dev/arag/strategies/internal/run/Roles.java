package dev.arag.strategies.internal.run;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.strategy.RunContext;
import java.util.Optional;

/** Calls of roles that a strategy can do without. */
public final class Roles {
  private Roles() {}

  /** Returns the reply to a prompt; empty if the model of the role failed or replied nothing. */
  public static Optional<String> complete(RunContext run, String role, String prompt) {
    try {
      return Optional.of(run.as(role).complete(prompt)).filter(reply -> !reply.isBlank());
    } catch (ModelException e) {
      return Optional.empty();
    }
  }

  /** Returns the record that the model of a role wrote; empty if it failed. */
  public static <T extends Record> Optional<T> fill(
      RunContext run, String role, Class<T> form, String prompt) {
    try {
      return run.as(role).fill(form, prompt);
    } catch (ModelException e) {
      return Optional.empty();
    }
  }
}
