/**
 * Contains the {@link dev.arag.core.embed.Embedder} interface, which embedders implement, and the
 * type of the vectors that they return. This package contains no model; the hashing embedder is for
 * tests.
 */
@NullMarked
package dev.arag.core.embed;

import org.jspecify.annotations.NullMarked;
