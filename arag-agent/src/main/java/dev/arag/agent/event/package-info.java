/** The events of a run, and what receives them. */
@NullMarked
package dev.arag.agent.event;

import org.jspecify.annotations.NullMarked;
