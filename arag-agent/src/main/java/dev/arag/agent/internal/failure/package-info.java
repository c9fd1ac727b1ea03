/** Classification of failed requests. Retries nothing. */
@NullMarked
package dev.arag.agent.internal.failure;

import org.jspecify.annotations.NullMarked;
