/**
 * The citations of an answer, their verdicts, and the names and figures of an answer that occur in
 * no text shown to the model.
 */
@NullMarked
package dev.arag.agent.citation;

import org.jspecify.annotations.NullMarked;
