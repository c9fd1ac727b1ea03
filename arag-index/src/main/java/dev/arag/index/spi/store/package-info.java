/**
 * The parts of a sync that do not depend on the store (an index or a search server): the rules for
 * the names and paths of sources, the passing of documents to a store, the counts of the report,
 * the estimated progress, and the embedding of sentences by an {@link
 * dev.arag.index.spi.store.EmbeddingPass}. {@link dev.arag.index.Index#sync} uses this package; a
 * writer for another search engine implements {@link dev.arag.index.spi.store.DocumentStore}. This
 * package never writes files and defines no file format.
 *
 * <p>A sync takes these steps:
 *
 * <ol>
 *   <li>{@link dev.arag.index.spi.store.SourceSync#resolve} resolves all sources, before any is
 *       read.
 *   <li>{@link dev.arag.index.spi.store.SourceSync#sync} reads each source, passes its documents to
 *       the store, and calls {@code flush} when the store is full. The store counts them in a
 *       {@link dev.arag.index.spi.store.SyncTally} and reports the progress to a {@link
 *       dev.arag.index.spi.store.ProgressEstimator}. {@link dev.arag.index.spi.store.AddedIds}
 *       decides whether the documents can be added.
 *   <li>The store writes what it still holds in memory.
 * </ol>
 *
 * <p>Classes of this package are not thread-safe unless their documentation states it. One sync
 * uses one thread.
 */
@NullMarked
package dev.arag.index.spi.store;

import org.jspecify.annotations.NullMarked;
