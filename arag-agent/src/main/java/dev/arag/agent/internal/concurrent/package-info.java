/** Threads and time limits for calls that may block. Independent of models and runs. */
@NullMarked
package dev.arag.agent.internal.concurrent;

import org.jspecify.annotations.NullMarked;
