/** The commands that search an index and ask questions. */
@NullMarked
package dev.arag.cli.internal.search;

import org.jspecify.annotations.NullMarked;
