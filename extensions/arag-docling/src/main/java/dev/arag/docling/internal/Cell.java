package dev.arag.docling.internal;

/**
 * A cell of a table.
 *
 * @param row the first row that it covers, from 0; likewise the column
 * @param isHeader whether it names a column
 */
record Cell(int row, int column, String text, boolean isHeader) {}
