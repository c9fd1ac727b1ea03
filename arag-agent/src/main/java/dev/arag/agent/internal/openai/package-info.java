/**
 * The HTTP client and response parsing behind {@link dev.arag.agent.openai.OpenAiCompatible}. Uses
 * the JDK's HTTP client, and redacts the API key from everything it passes on.
 */
@NullMarked
package dev.arag.agent.internal.openai;

import org.jspecify.annotations.NullMarked;
