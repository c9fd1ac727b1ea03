/**
 * The structure that all files of an index share: header, body in blocks with checksums, footer,
 * and the encodings of numbers and texts. It does not interpret contents and never repairs a file.
 */
@NullMarked
package dev.arag.index.internal.file;

import org.jspecify.annotations.NullMarked;
