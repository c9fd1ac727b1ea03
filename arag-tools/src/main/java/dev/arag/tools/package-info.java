/**
 * The door of the retrieval tools: {@link dev.arag.tools.Toolbox} runs what a model calls over a
 * corpus and renders what the model is shown. It never talks to a model and never widens a scope.
 */
@NullMarked
package dev.arag.tools;

import org.jspecify.annotations.NullMarked;
