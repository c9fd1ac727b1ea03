/**
 * The trajectory of a run: the record of its steps, and values that are computed from them, such as
 * the text that was shown.
 */
@NullMarked
package dev.arag.agent.trajectory;

import org.jspecify.annotations.NullMarked;
