/**
 * Parses the JSON arguments of tool calls and checks the argument names against the schema of the
 * tool. This package does not run tools.
 */
@NullMarked
package dev.arag.tools.internal.argument;

import org.jspecify.annotations.NullMarked;
