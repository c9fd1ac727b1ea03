/** Strategies that search the entity graph of a corpus. */
@NullMarked
package dev.arag.strategies.internal.graph;

import org.jspecify.annotations.NullMarked;
