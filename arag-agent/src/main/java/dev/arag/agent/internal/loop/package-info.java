/**
 * The rules of the tool loop that apply to every strategy: budget, tool calls, corrections, and
 * compaction of the history. This package sends no requests.
 */
@NullMarked
package dev.arag.agent.internal.loop;

import org.jspecify.annotations.NullMarked;
