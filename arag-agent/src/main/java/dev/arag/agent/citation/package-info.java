/**
 * Citations: parsing them from an answer and checking each against the text the model was shown.
 * Nothing here calls a model or a tool.
 */
@NullMarked
package dev.arag.agent.citation;

import org.jspecify.annotations.NullMarked;
