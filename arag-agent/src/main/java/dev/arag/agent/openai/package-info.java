/**
 * From settings such as {@code ARAG_BASE_URL} to a chat model at any OpenAI-compatible endpoint.
 * Needs the optional library langchain4j-open-ai; no other room does. Its HTTP is the JDK's. It
 * never prints a key, and nothing here knows of runs.
 */
@NullMarked
package dev.arag.agent.openai;

import org.jspecify.annotations.NullMarked;
