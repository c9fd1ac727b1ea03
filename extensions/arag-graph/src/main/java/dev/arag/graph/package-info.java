/**
 * The entity graph of a corpus: which names and phrases its chunks mention, rankings along these
 * mentions, and the tool and the strategy that use them. This package reads no files, and only the
 * strategy calls a model.
 */
@NullMarked
package dev.arag.graph;

import org.jspecify.annotations.NullMarked;
