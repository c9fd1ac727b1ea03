/**
 * The types for authors of tools that render text of a corpus as the built-in searches do, and of a
 * {@link dev.arag.tools.spi.TextFormat}. This package does not read a corpus.
 */
@NullMarked
package dev.arag.tools.spi;

import org.jspecify.annotations.NullMarked;
