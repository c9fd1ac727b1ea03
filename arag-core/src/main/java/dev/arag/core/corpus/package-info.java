/**
 * The read port that tools and agents stand on, what may be read of it, and the formulas of both
 * searches. Everything that finds text comes through {@link dev.arag.core.corpus.Corpus}; nothing
 * here touches a disk or a network.
 */
@NullMarked
package dev.arag.core.corpus;

import org.jspecify.annotations.NullMarked;
