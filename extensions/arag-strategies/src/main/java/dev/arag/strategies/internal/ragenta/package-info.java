/** RAGentA, which contains MAIN-RAG: agents filter the documents found. */
@NullMarked
package dev.arag.strategies.internal.ragenta;

import org.jspecify.annotations.NullMarked;
