/**
 * OpenAI's chat completions: the requests of programs and the runs that answer them. This package
 * opens no port, and {@code internal.stream} writes the responses.
 */
@NullMarked
package dev.arag.web.internal.completion;

import org.jspecify.annotations.NullMarked;
