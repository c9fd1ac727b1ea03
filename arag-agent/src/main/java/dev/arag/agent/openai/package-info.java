/**
 * Chat models for any OpenAI-compatible endpoint, from settings such as {@code ARAG_BASE_URL}. This
 * package never prints a key and does not depend on a run.
 */
@NullMarked
package dev.arag.agent.openai;

import org.jspecify.annotations.NullMarked;
