package dev.arag.agent.internal.model;

import java.util.Map;

/**
 * The models of an agent.
 *
 * @param byRole the models that are configured for certain roles; all other roles use the main
 *     model
 */
public record ModelsByRole(ModelClient main, Map<String, ModelClient> byRole) {
  /** The role of the main model, with which the agent was built. */
  public static final String MAIN = "agent";

  /** The role of the model that turns an answer into a record. */
  public static final String EXTRACTION = "form";

  /** The role of the model that compares the sentences of an answer with their quotes. */
  public static final String CHECK = "check";

  public ModelsByRole {
    byRole = Map.copyOf(byRole);
  }

  /** Removes the API keys of the models from a text. */
  public String redact(String text) {
    String redacted = main.redact(text);
    for (ModelClient model : byRole.values()) {
      redacted = model.redact(redacted);
    }
    return redacted;
  }

  /** Whether the replies of a model depend on the order of the requests. */
  public boolean isOrdered() {
    return main.isOrdered() || byRole.values().stream().anyMatch(ModelClient::isOrdered);
  }

  public ModelClient of(String role) {
    return byRole.getOrDefault(role, main);
  }
}
