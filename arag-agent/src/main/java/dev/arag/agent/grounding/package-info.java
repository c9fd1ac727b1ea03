/** Names and figures in an answer that do not occur in any text shown to the model. */
@NullMarked
package dev.arag.agent.grounding;

import org.jspecify.annotations.NullMarked;
