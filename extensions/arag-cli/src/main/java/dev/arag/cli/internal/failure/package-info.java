/** Messages and exit codes of failed commands. */
@NullMarked
package dev.arag.cli.internal.failure;

import org.jspecify.annotations.NullMarked;
