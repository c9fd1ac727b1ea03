package dev.arag.agent.internal.toolcall;

/**
 * A tool call found in a text.
 *
 * @param start of the call in the text
 * @param end exclusive
 * @param tool its name as the tool has it
 * @param arguments JSON
 */
public record TextualToolCall(int start, int end, String tool, String arguments) {}
