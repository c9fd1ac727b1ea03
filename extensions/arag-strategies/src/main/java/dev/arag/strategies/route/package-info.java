/** Strategies that decide what to do with an answer or a question of another strategy. */
@NullMarked
package dev.arag.strategies.route;

import org.jspecify.annotations.NullMarked;
