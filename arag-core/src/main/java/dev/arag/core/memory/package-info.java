/** A corpus in memory, for tests and small collections, which searches exactly like an index. */
@NullMarked
package dev.arag.core.memory;

import org.jspecify.annotations.NullMarked;
