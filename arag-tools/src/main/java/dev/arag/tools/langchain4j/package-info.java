/**
 * Adapters of the tools to LangChain4j: a tool provider for AI services and a content retriever. It
 * depends on {@link dev.arag.tools}, which does not depend on it, and never calls a model.
 */
@NullMarked
package dev.arag.tools.langchain4j;

import org.jspecify.annotations.NullMarked;
