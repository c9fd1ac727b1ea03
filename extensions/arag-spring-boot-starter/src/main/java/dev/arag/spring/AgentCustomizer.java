package dev.arag.spring;

import dev.arag.agent.Agent;

/**
 * Changes the agent that the auto-configuration builds, for example to add tools or a listener.
 * Each bean of this type is called once, in the order of Spring's {@code @Order}, after the
 * properties {@code arag.*} were applied to the builder.
 */
@FunctionalInterface
public interface AgentCustomizer {
  /** Changes the builder of the agent. */
  void customize(Agent.Builder agent);
}
