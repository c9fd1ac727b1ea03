/**
 * The structure that all index files share: a header, a body of blocks with checksums, a footer,
 * and the encodings of numbers and texts. Code in this package does not interpret the contents of a
 * body and never repairs a file.
 */
@NullMarked
package dev.arag.index.internal.file;

import org.jspecify.annotations.NullMarked;
