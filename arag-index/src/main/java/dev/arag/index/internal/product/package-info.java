/**
 * Products of bytes, by ONNX Runtime where it can be loaded. The only room besides the encoders'
 * that knows it.
 */
@NullMarked
package dev.arag.index.internal.product;

import org.jspecify.annotations.NullMarked;
