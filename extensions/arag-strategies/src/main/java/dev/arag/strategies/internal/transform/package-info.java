/** Strategies that change the query before a search. */
@NullMarked
package dev.arag.strategies.internal.transform;

import org.jspecify.annotations.NullMarked;
