/** The interface of a reranker. */
@NullMarked
package dev.arag.reranker.spi;

import org.jspecify.annotations.NullMarked;
