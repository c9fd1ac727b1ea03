/** Interfaces for authors of text recognition. This package depends on no other package. */
@NullMarked
package dev.arag.pdf.spi;

import org.jspecify.annotations.NullMarked;
