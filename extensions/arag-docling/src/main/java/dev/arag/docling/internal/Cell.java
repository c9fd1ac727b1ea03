package dev.arag.docling.internal;

/**
 * A cell of a table.
 *
 * @param row the first row that it covers, from 0; likewise the column
 * @param rowEnd the row after the last one that it covers
 * @param isHeader whether it names a column
 */
record Cell(int row, int rowEnd, int column, String text, boolean isHeader) {}
