/**
 * Embedders that run locally. An embedder tokenizes a text, runs the model in ONNX Runtime, and
 * pools the hidden states of the model into one vector. The hash of the bundled weights is checked
 * before native code reads them. A model is loaded when it is first used. This package does not use
 * the network and does not depend on documents or indexes.
 */
@NullMarked
package dev.arag.index.embed;

import org.jspecify.annotations.NullMarked;
