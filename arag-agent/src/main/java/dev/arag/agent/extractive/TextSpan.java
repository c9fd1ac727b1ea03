package dev.arag.agent.extractive;

/**
 * A span of a text.
 *
 * @param text the text of the span
 * @param start in UTF-16 units
 * @param end exclusive
 */
record TextSpan(String text, int start, int end) {}
