/** Searches of the strategies, and the prompts of their final answers. */
@NullMarked
package dev.arag.strategies.internal.retrieval;

import org.jspecify.annotations.NullMarked;
