/**
 * Parses the JSON arguments of tool calls and checks their names against the tool's schema. This
 * package does not run tools.
 */
@NullMarked
package dev.arag.tools.internal.argument;

import org.jspecify.annotations.NullMarked;
