package dev.arag.agent;

import dev.arag.agent.model.ModelConnection;
import java.util.Map;

/**
 * The models of an agent.
 *
 * @param byRole those given for a role of a strategy
 */
record Models(ModelConnection main, Map<String, ModelConnection> byRole) {
  Models {
    byRole = Map.copyOf(byRole);
  }

  ModelConnection of(String role) {
    return byRole.getOrDefault(role, main);
  }
}
