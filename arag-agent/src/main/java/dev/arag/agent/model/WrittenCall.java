package dev.arag.agent.model;

/**
 * A tool call found in a text.
 *
 * @param start of the call in the text
 * @param end exclusive
 * @param tool its name as the tool has it
 * @param arguments JSON
 */
record WrittenCall(int start, int end, String tool, String arguments) {}
