package dev.arag.tools;

/**
 * A call as the model made it.
 *
 * @param id pairs the call with its observation
 * @param name of the tool
 * @param arguments a JSON object as text, exactly as the model wrote it
 */
public record ToolCall(String id, String name, String arguments) {}
