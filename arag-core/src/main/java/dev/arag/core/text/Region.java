package dev.arag.core.text;

/**
 * A rectangle on a page of a document that contains words of one line. All lengths are in points
 * (1/72 inch), as the page is displayed: a rotated page is measured after its rotation.
 *
 * @param page the page number, at least 1
 * @param x the distance of the left edge from the left edge of the page
 * @param y the distance of the upper edge from the upper edge of the page
 * @param width the width of the rectangle
 * @param height the height of the rectangle
 * @param pageWidth the width of the page
 * @param pageHeight the height of the page
 */
public record Region(
    int page,
    double x,
    double y,
    double width,
    double height,
    double pageWidth,
    double pageHeight) {}
