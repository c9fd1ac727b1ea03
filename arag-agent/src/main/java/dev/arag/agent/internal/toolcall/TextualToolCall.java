package dev.arag.agent.internal.toolcall;

/**
 * A tool call that was found in text.
 *
 * @param start of the call in the text
 * @param end exclusive
 * @param tool the name of the tool
 * @param arguments JSON
 */
public record TextualToolCall(int start, int end, String tool, String arguments) {}
