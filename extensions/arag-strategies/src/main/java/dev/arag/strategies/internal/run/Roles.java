package dev.arag.strategies.internal.run;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.strategy.RunContext;
import java.util.Collections;
import java.util.List;
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

  /** Returns the records that the model of a role wrote; empty ones if all calls failed. */
  public static <T extends Record> List<Optional<T>> fillAll(
      RunContext run, String role, Class<T> form, List<String> prompts) {
    try {
      return run.as(role).fillAll(form, prompts);
    } catch (ModelException e) {
      return Collections.nCopies(prompts.size(), Optional.<T>empty());
    }
  }
}
