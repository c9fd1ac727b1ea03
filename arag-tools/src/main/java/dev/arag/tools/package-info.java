/**
 * The retrieval tools for an LLM. {@link dev.arag.tools.Toolbox} runs the tool calls of a model on
 * a corpus and renders the results as text for the model. This package does not call a model. It
 * reads only chunks in the scope of the given corpus.
 */
@NullMarked
package dev.arag.tools;

import org.jspecify.annotations.NullMarked;
