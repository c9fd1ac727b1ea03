/** Names and figures of an answer that occur in no text the model was shown. */
@NullMarked
package dev.arag.agent.grounding;

import org.jspecify.annotations.NullMarked;
