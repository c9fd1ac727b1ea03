/** Measures rankings of a corpus without an agent, on folders in the layout of BEIR. */
@NullMarked
package dev.arag.evaluation.retrieval;

import org.jspecify.annotations.NullMarked;
