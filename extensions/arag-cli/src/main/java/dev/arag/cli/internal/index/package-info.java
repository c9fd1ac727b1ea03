/** The commands that write an index or describe it. */
@NullMarked
package dev.arag.cli.internal.index;

import org.jspecify.annotations.NullMarked;
