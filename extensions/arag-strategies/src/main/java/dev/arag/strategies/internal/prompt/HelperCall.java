package dev.arag.strategies.internal.prompt;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.RunContext;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Model calls without which a strategy can go on. A failed call is like an unreadable reply. */
public final class HelperCall {
  /** The type of the exception if the run was cancelled during the call. */
  private static final String CANCELLED = "cancelled";

  private HelperCall() {}

  /** Returns the reply of the model of a role; blank if the model failed. */
  public static String reply(RunContext run, String role, String prompt) {
    try {
      return run.as(role).complete(prompt);
    } catch (ModelException e) {
      requireNotCancelled(e);
      return "";
    }
  }

  /** Returns the replies of the model of a role; blank for each prompt that has no reply. */
  public static List<String> replies(RunContext run, String role, List<String> prompts) {
    try {
      return run.as(role).completeAll(prompts).stream()
          .map(each -> each instanceof Completion.Text reply ? reply.text() : "")
          .toList();
    } catch (ModelException e) {
      requireNotCancelled(e);
      return Collections.nCopies(prompts.size(), "");
    }
  }

  /** Returns the record that the model of a role wrote; empty if it failed. */
  public static <T extends Record> Optional<T> fill(
      RunContext run, String role, Class<T> form, String prompt) {
    try {
      return run.as(role).fill(form, prompt);
    } catch (ModelException e) {
      requireNotCancelled(e);
      return Optional.empty();
    }
  }

  /** Returns the records that the model of a role wrote; all are empty if all calls failed. */
  public static <T extends Record> List<Optional<T>> fillAll(
      RunContext run, String role, Class<T> form, List<String> prompts) {
    try {
      return run.as(role).fillAll(form, prompts);
    } catch (ModelException e) {
      requireNotCancelled(e);
      return Collections.nCopies(prompts.size(), Optional.<T>empty());
    }
  }

  /** Throws a failure again if the run was cancelled. */
  public static void requireNotCancelled(ModelException failure) {
    if (failure.type().equals(CANCELLED) || Thread.currentThread().isInterrupted()) {
      throw failure;
    }
  }
}
