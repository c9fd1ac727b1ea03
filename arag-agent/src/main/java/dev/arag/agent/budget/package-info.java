/** The limits of a run, as values. This package measures nothing and ends no run. */
@NullMarked
package dev.arag.agent.budget;

import org.jspecify.annotations.NullMarked;
