/**
 * Reads the citations out of what a model wrote and checks each against the text the model was
 * shown. Knows nothing of runs or models, calls no tool, and never changes what the model wrote
 * except to take the evidence block off.
 */
@NullMarked
package dev.arag.agent.citation;

import org.jspecify.annotations.NullMarked;
