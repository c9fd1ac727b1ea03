/** The built-in strategies. */
@NullMarked
package dev.arag.agent.internal.strategy;

import org.jspecify.annotations.NullMarked;
