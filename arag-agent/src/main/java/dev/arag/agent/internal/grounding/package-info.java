/**
 * The search for names and figures in an answer that do not occur in the text shown to the model.
 * This package compares texts only; it never calls a model.
 */
@NullMarked
package dev.arag.agent.internal.grounding;

import org.jspecify.annotations.NullMarked;
