/** Words, names and numbers of a text, and the search for those that other texts lack. */
@NullMarked
package dev.arag.agent.internal.grounding;

import org.jspecify.annotations.NullMarked;
