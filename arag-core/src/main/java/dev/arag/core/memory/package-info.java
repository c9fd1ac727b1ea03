/**
 * A corpus in memory, for tests and small collections. Its searches return exactly the hits of an
 * index with the same chunks and vectors.
 */
@NullMarked
package dev.arag.core.memory;

import org.jspecify.annotations.NullMarked;
