/** Restricts the agent and the tools to what the reader of a request may read. */
@NullMarked
package dev.arag.spring.internal.rights;

import org.jspecify.annotations.NullMarked;
