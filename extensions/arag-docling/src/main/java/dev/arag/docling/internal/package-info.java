/** Reads the items of a DoclingDocument, and writes the text of its tree of items. */
@NullMarked
package dev.arag.docling.internal;

import org.jspecify.annotations.NullMarked;
