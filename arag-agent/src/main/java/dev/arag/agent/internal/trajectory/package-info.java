/** JSON and HTML forms of a trajectory, and the log of the text that was shown. */
@NullMarked
package dev.arag.agent.internal.trajectory;

import org.jspecify.annotations.NullMarked;
