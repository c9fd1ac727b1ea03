/**
 * Connects the tools to LangChain4j: a tool provider for AI services and a content retriever. This
 * package depends on {@link dev.arag.tools}, but not vice versa. It does not call a model.
 */
@NullMarked
package dev.arag.tools.langchain4j;

import org.jspecify.annotations.NullMarked;
