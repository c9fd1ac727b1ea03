/**
 * Checks what an AI service of LangChain4j cites, and offers an agent to it as a tool. Requires the
 * artifact {@code langchain4j} on the class path. No other package of this library depends on this
 * package.
 */
@NullMarked
package dev.arag.agent.langchain4j;

import org.jspecify.annotations.NullMarked;
