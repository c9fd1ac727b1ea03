/**
 * Adapters between this library and LangChain4j, an optional dependency: embedding models in both
 * directions, documents and document parsers from LangChain4j. Adapters never close what they wrap.
 */
@NullMarked
package dev.arag.index.langchain4j;

import org.jspecify.annotations.NullMarked;
