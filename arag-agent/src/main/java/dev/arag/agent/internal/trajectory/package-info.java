/** The JSON form of a trajectory, and the search for the text that a model was shown. */
@NullMarked
package dev.arag.agent.internal.trajectory;

import org.jspecify.annotations.NullMarked;
