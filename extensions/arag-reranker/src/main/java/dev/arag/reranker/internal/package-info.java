/** Reranked views of a corpus, and cross-encoders in ONNX Runtime. */
@NullMarked
package dev.arag.reranker.internal;

import org.jspecify.annotations.NullMarked;
