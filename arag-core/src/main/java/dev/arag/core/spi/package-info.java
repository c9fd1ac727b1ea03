/**
 * What authors of a {@link dev.arag.core.corpus.Corpus} or of a graph use besides its interface:
 * the ranking of both searches, the matching of keywords, and the port that finds mentions.
 * Applications do not need this package.
 */
@NullMarked
package dev.arag.core.spi;

import org.jspecify.annotations.NullMarked;
