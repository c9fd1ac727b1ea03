/**
 * The limits of a run and the resources it has used, as immutable values. This package never
 * measures or enforces anything; other packages do.
 */
@NullMarked
package dev.arag.agent.budget;

import org.jspecify.annotations.NullMarked;
