/**
 * The entity graph of a corpus: the names and phrases that its chunks mention, rankings of chunks
 * that these mentions connect, and a tool and a strategy that use the rankings. This package reads
 * no files, and only the strategy calls an LLM.
 */
@NullMarked
package dev.arag.graph;

import org.jspecify.annotations.NullMarked;
