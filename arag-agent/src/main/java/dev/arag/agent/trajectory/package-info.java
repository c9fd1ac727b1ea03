/**
 * The one record of a run: every message, reply, call and observation in order, and what follows
 * from them (usage, the text the model was really shown). A record only: it runs nothing, and what
 * it derives never depends on anything outside it.
 */
@NullMarked
package dev.arag.agent.trajectory;

import org.jspecify.annotations.NullMarked;
