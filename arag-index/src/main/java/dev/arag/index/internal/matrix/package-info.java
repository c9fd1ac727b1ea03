/**
 * Products of byte matrices, computed by ONNX Runtime if it can be loaded. Apart from the encoders,
 * no other package uses ONNX Runtime.
 */
@NullMarked
package dev.arag.index.internal.matrix;

import org.jspecify.annotations.NullMarked;
