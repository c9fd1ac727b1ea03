/**
 * The citations of an answer, their verdicts, and the names and numbers in an answer that do not
 * occur in any text shown to the model.
 */
@NullMarked
package dev.arag.agent.citation;

import org.jspecify.annotations.NullMarked;
