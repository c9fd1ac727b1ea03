/** JSON and HTML forms of a trajectory, and the log of the text shown to a model. */
@NullMarked
package dev.arag.agent.internal.trajectory;

import org.jspecify.annotations.NullMarked;
