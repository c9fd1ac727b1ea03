package dev.arag.spring;

import dev.arag.agent.Agent;

/**
 * Changes the agent that the auto-configuration builds, for example to add tools or a listener.
 * Every bean of this type is called once, in their order, after the properties were applied.
 */
@FunctionalInterface
public interface AgentCustomizer {
  void customize(Agent.Builder agent);
}
