/** Answers, the failures that take their place, and the forms in which they are shown. */
@NullMarked
package dev.arag.agent.answer;

import org.jspecify.annotations.NullMarked;
