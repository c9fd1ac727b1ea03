/** Reads the files of a source with the parsers and record formats that were chosen for it. */
@NullMarked
package dev.arag.index.internal.parse;

import org.jspecify.annotations.NullMarked;
