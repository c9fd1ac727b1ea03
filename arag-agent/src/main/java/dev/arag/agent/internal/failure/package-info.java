/** Classifies failed requests. This package does not retry them. */
@NullMarked
package dev.arag.agent.internal.failure;

import org.jspecify.annotations.NullMarked;
