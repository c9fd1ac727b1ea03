/**
 * Connects the library's messages to LangChain4j's chat models and applies time limits and retries.
 * Other packages decide what a request contains.
 */
@NullMarked
package dev.arag.agent.internal.model;

import org.jspecify.annotations.NullMarked;
