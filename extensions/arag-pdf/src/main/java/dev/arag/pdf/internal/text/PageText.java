package dev.arag.pdf.internal.text;

import java.util.List;

/**
 * The text of a page.
 *
 * @param number the page number, from 1
 * @param lines the lines in reading order; no line is empty
 */
record PageText(int number, List<Line> lines) {}
