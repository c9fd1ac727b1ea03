/**
 * Execution of one run: it calls the strategy, enforces the budget, makes the closing call, and
 * builds the answer. A strategy cannot bypass it.
 */
@NullMarked
package dev.arag.agent.internal.run;

import org.jspecify.annotations.NullMarked;
