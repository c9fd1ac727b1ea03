package dev.arag.pdf;

import java.util.List;

/**
 * What was read of a page.
 *
 * @param number from 1
 * @param lines in reading order, none empty
 */
record PageText(int number, List<Line> lines) {}
