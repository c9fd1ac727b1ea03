/** The main class of the {@code arag} command, which is built on the public API. */
@NullMarked
package dev.arag.cli;

import org.jspecify.annotations.NullMarked;
