/**
 * Chat models for any server with OpenAI's chat completions API, configured in code or by
 * environment variables such as {@code ARAG_BASE_URL}. This package never prints an API key. Its
 * models also work without an agent.
 */
@NullMarked
package dev.arag.openai;

import org.jspecify.annotations.NullMarked;
