/**
 * The limits of a run and its usage, as immutable values. Other packages measure and enforce them.
 */
@NullMarked
package dev.arag.agent.budget;

import org.jspecify.annotations.NullMarked;
