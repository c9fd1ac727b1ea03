/** Strategies that choose, check or repeat other strategies. */
@NullMarked
package dev.arag.strategies.internal.route;

import org.jspecify.annotations.NullMarked;
