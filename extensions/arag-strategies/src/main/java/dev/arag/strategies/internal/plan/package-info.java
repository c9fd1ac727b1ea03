/** Strategies that write a plan before they search: MA-RAG, and a plan for another strategy. */
@NullMarked
package dev.arag.strategies.internal.plan;

import org.jspecify.annotations.NullMarked;
