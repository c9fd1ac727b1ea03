/**
 * Local encoders: text to tokens, tokens through ONNX Runtime, hidden states to one vector. Weights
 * are checked against their hash before native code sees them, and loaded at the first use. Nothing
 * here goes to the network, and nothing here knows of documents or of an index.
 */
@NullMarked
package dev.arag.index.embed;

import org.jspecify.annotations.NullMarked;
