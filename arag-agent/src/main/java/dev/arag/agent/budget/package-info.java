/** The limits of a run, as values. Never measures or ends anything itself. */
@NullMarked
package dev.arag.agent.budget;

import org.jspecify.annotations.NullMarked;
