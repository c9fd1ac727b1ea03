/**
 * Adapters between this library and LangChain4j, an optional dependency: embedding models both
 * ways, documents and document parsers inwards. Nothing here closes what it was handed.
 */
@NullMarked
package dev.arag.index.langchain4j;

import org.jspecify.annotations.NullMarked;
