package dev.arag.agent.internal.toolcall;

/**
 * A tool call that was found in text.
 *
 * @param start the index at which the call starts in the text
 * @param end the index after the end of the call
 * @param tool the name of the tool
 * @param arguments the arguments as JSON
 */
public record TextualToolCall(int start, int end, String tool, String arguments) {}
