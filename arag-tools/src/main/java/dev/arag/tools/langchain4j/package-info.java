/**
 * The tools for LangChain4j: a tool provider for an assistant of one's own, and a content
 * retriever. Stands on top of {@link dev.arag.tools}, which knows nothing of it; drives no model.
 */
@NullMarked
package dev.arag.tools.langchain4j;

import org.jspecify.annotations.NullMarked;
