/** Strategies that search several times in a fixed order. */
@NullMarked
package dev.arag.strategies.internal.iterative;

import org.jspecify.annotations.NullMarked;
