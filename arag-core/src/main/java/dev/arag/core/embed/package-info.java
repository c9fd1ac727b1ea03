/**
 * The {@link dev.arag.core.embed.Embedder} interface that encoders implement, and their vectors. It
 * contains no model, only a hashing embedder for tests.
 */
@NullMarked
package dev.arag.core.embed;

import org.jspecify.annotations.NullMarked;
