/** LevelRAG: a high-level searcher that plans, and low-level searchers that refine queries. */
@NullMarked
package dev.arag.strategies.internal.levelrag;

import org.jspecify.annotations.NullMarked;
