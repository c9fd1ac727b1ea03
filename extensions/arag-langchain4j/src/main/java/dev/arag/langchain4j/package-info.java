/**
 * Adapters between this library and LangChain4j's AI services, embedding models and documents. The
 * chat models of an agent are LangChain4j's own types and need no adapter. An adapter never closes
 * the object that it wraps.
 */
@NullMarked
package dev.arag.langchain4j;

import org.jspecify.annotations.NullMarked;
