/**
 * The HTTP client and the response parser of {@link dev.arag.openai.OpenAiCompatible}. This package
 * uses the HTTP client of the JDK and redacts the API key in all text from the server.
 */
@NullMarked
package dev.arag.openai.internal;

import org.jspecify.annotations.NullMarked;
