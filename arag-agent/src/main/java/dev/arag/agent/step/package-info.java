/** The steps of a run, the reason why it ended, and the resources that it used. */
@NullMarked
package dev.arag.agent.step;

import org.jspecify.annotations.NullMarked;
