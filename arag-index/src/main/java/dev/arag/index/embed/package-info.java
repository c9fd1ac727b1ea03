/**
 * Local encoders: they tokenize a text, run the model in ONNX Runtime, and pool its hidden states
 * to one vector. Bundled weights are checked against their hash before they are passed to native
 * code. Models are loaded at the first use. The package does not use the network and does not
 * depend on documents or indexes.
 */
@NullMarked
package dev.arag.index.embed;

import org.jspecify.annotations.NullMarked;
