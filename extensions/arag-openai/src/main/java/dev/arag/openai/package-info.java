/**
 * Chat models for any OpenAI-compatible endpoint, configured by settings such as {@code
 * ARAG_BASE_URL}. This package never prints an API key and does not depend on a run.
 */
@NullMarked
package dev.arag.openai;

import org.jspecify.annotations.NullMarked;
