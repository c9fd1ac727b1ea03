/**
 * The door of the agent: {@link dev.arag.agent.Agent} asks a model that searches a corpus, keeps
 * the run to its budget, and makes an {@link dev.arag.agent.Answer} whose citations are checked. It
 * decides when a run ends and never what to search for: that is the strategy's and the model's.
 */
@NullMarked
package dev.arag.agent;

import org.jspecify.annotations.NullMarked;
