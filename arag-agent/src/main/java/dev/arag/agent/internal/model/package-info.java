/**
 * Adapters between our messages and LangChain4j's chat models, with time limits and retries.
 * Decides nothing about what to send.
 */
@NullMarked
package dev.arag.agent.internal.model;

import org.jspecify.annotations.NullMarked;
