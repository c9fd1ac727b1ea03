/**
 * For authors of a {@link dev.arag.core.corpus.Corpus} or of a graph: the ranking of semantic
 * searches, the rules that compare keywords and dates, BM25 scores, and the interface that finds
 * mentions. {@link dev.arag.core.corpus.KeywordRanking} is not here, because queries and hits refer
 * to it. Applications do not need this package.
 */
@NullMarked
package dev.arag.core.spi;

import org.jspecify.annotations.NullMarked;
