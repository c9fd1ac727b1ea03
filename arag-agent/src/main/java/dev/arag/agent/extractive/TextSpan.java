package dev.arag.agent.extractive;

/**
 * A span of a text.
 *
 * @param text the text of the span
 * @param start the start of the span, in UTF-16 units
 * @param end the end of the span, exclusive
 */
record TextSpan(String text, int start, int end) {}
