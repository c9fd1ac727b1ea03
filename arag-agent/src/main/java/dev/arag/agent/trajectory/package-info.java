/**
 * The ordered record of one run: messages, replies, tool calls, observations, and what is derived
 * from them (usage, the text shown). Nothing here runs anything.
 */
@NullMarked
package dev.arag.agent.trajectory;

import org.jspecify.annotations.NullMarked;
