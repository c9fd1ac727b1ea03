/**
 * The adapters between the tools, embedders and parsers of this library and those of LangChain4j.
 * This package never closes the object that an adapter wraps.
 */
@NullMarked
package dev.arag.langchain4j.internal;

import org.jspecify.annotations.NullMarked;
