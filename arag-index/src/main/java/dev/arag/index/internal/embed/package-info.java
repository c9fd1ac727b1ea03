/**
 * Runs models in ONNX Runtime: tokenizes texts, runs a model and pools its hidden states into
 * vectors. The hash of the bundled weights is checked before native code reads them.
 */
@NullMarked
package dev.arag.index.internal.embed;

import org.jspecify.annotations.NullMarked;
