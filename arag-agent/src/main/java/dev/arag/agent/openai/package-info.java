/**
 * From settings such as {@code ARAG_BASE_URL} to a chat model at any OpenAI-compatible endpoint.
 * Needs the optional libraries langchain4j-open-ai and langchain4j-http-client-jdk; no other room
 * does. It never prints a key, and nothing here knows of runs.
 */
@NullMarked
package dev.arag.agent.openai;

import org.jspecify.annotations.NullMarked;
