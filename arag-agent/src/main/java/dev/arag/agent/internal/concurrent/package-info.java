/** Threads and time limits for calls that may block. Depends on neither models nor runs. */
@NullMarked
package dev.arag.agent.internal.concurrent;

import org.jspecify.annotations.NullMarked;
