/**
 * Multiplies matrices of bytes with ONNX Runtime if it can be loaded. Besides this package, only
 * the embedders use ONNX Runtime.
 */
@NullMarked
package dev.arag.index.internal.matrix;

import org.jspecify.annotations.NullMarked;
