/**
 * Chat models for any OpenAI-compatible endpoint, from settings such as {@code ARAG_BASE_URL}.
 * Nothing here prints a key or depends on a run.
 */
@NullMarked
package dev.arag.agent.openai;

import org.jspecify.annotations.NullMarked;
