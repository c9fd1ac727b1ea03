/** The tool and the strategy that search the entity graph of a corpus. */
@NullMarked
package dev.arag.graph.internal.retrieval;

import org.jspecify.annotations.NullMarked;
