/** Classification of failed requests, and the retry policy. */
@NullMarked
package dev.arag.agent.internal.failure;

import org.jspecify.annotations.NullMarked;
