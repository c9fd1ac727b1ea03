/**
 * Reranks the hits of the searches of any corpus, for example by a cross-encoder that runs locally.
 */
@NullMarked
package dev.arag.reranker;

import org.jspecify.annotations.NullMarked;
