/**
 * Products of byte matrices, computed by ONNX Runtime if it can be loaded. The only package besides
 * the encoders that uses it.
 */
@NullMarked
package dev.arag.index.internal.matrix;

import org.jspecify.annotations.NullMarked;
