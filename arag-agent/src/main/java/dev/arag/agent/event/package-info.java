/** The events of a run, and the observers that receive them. */
@NullMarked
package dev.arag.agent.event;

import org.jspecify.annotations.NullMarked;
