/**
 * For authors of tools that render text of a corpus as the built-in searches do, and of other forms
 * of this text. This package does not read a corpus.
 */
@NullMarked
package dev.arag.tools.spi;

import org.jspecify.annotations.NullMarked;
