/**
 * The rules of the tool loop below every strategy: budget, tool calls, corrections, compaction of
 * the history. Sends no request.
 */
@NullMarked
package dev.arag.agent.internal.loop;

import org.jspecify.annotations.NullMarked;
