/** Asks a model for the facts of chunks, in jobs and in runs. */
@NullMarked
package dev.arag.knowledge.internal.extract;

import org.jspecify.annotations.NullMarked;
