/**
 * The ordered record of one run: messages, replies, tool calls, observations, and values derived
 * from them, such as usage and the text shown. It never calls a model or a tool.
 */
@NullMarked
package dev.arag.agent.trajectory;

import org.jspecify.annotations.NullMarked;
