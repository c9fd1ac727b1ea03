/** The ordered record of one run, and the values that follow from it, such as the text shown. */
@NullMarked
package dev.arag.agent.trajectory;

import org.jspecify.annotations.NullMarked;
