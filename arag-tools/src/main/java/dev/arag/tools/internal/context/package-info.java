/**
 * The state of one conversation, and the names of the built-in tools. This package does not read a
 * corpus.
 */
@NullMarked
package dev.arag.tools.internal.context;

import org.jspecify.annotations.NullMarked;
