/**
 * Adapters between our messages and LangChain4j's chat models, with time limits and retries. The
 * content of requests is decided elsewhere.
 */
@NullMarked
package dev.arag.agent.internal.model;

import org.jspecify.annotations.NullMarked;
