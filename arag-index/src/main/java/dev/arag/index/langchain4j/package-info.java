/**
 * Adapters between this library and LangChain4j, which is an optional dependency. Embedding models
 * are adapted in both directions. LangChain4j documents and document parsers are adapted to types
 * of this library. An adapter never closes the object that it wraps.
 */
@NullMarked
package dev.arag.index.langchain4j;

import org.jspecify.annotations.NullMarked;
