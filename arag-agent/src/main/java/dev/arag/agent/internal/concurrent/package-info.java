/** Threads and time limits for calls that may block. Knows nothing of models or runs. */
@NullMarked
package dev.arag.agent.internal.concurrent;

import org.jspecify.annotations.NullMarked;
