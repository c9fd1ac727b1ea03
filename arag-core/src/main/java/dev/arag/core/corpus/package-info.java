/**
 * Contains the {@link dev.arag.core.corpus.Corpus} interface, through which tools and agents read
 * text, the scopes that restrict a corpus, and the ranking formulas of both searches. This package
 * uses neither files nor the network.
 */
@NullMarked
package dev.arag.core.corpus;

import org.jspecify.annotations.NullMarked;
