/** The commands that answer requests until they are stopped. */
@NullMarked
package dev.arag.cli.internal.serving;

import org.jspecify.annotations.NullMarked;
