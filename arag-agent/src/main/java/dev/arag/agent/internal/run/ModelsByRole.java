package dev.arag.agent.internal.run;

import dev.arag.agent.internal.model.ModelConnection;
import java.util.Map;

/**
 * The models of an agent.
 *
 * @param byRole those given for a role of a strategy
 */
public record ModelsByRole(ModelConnection main, Map<String, ModelConnection> byRole) {
  public ModelsByRole {
    byRole = Map.copyOf(byRole);
  }

  ModelConnection of(String role) {
    return byRole.getOrDefault(role, main);
  }
}
