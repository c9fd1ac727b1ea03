/**
 * The terminal of the {@code arag} command: standard streams, text layout, progress and Ctrl-C.
 * This package does not use the library.
 */
@NullMarked
package dev.arag.cli.internal.console;

import org.jspecify.annotations.NullMarked;
