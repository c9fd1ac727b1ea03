/** Writes the HTML page of a trajectory. All recorded text is escaped. */
@NullMarked
package dev.arag.web.internal.trajectory;

import org.jspecify.annotations.NullMarked;
