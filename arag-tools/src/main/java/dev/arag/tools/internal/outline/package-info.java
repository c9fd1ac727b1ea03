/**
 * The {@code outline} tool: what a collection and its documents contain, without their text. This
 * package does not search.
 */
@NullMarked
package dev.arag.tools.internal.outline;

import org.jspecify.annotations.NullMarked;
