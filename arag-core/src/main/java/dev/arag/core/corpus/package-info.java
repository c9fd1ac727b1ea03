/**
 * Contains the {@link dev.arag.core.corpus.Corpus} interface, through which tools and agents read
 * text, the scopes that restrict a corpus, queries and hits, and the ranking of keyword searches.
 * This package uses neither files nor the network.
 */
@NullMarked
package dev.arag.core.corpus;

import org.jspecify.annotations.NullMarked;
