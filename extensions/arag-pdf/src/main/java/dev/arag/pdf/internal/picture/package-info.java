/**
 * Draws pages as images, and decodes the images on them. This package does not interpret the text
 * of a page.
 */
@NullMarked
package dev.arag.pdf.internal.picture;

import org.jspecify.annotations.NullMarked;
