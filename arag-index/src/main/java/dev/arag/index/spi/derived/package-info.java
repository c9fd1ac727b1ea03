/**
 * Texts that programs derive from the chunks of an index, such as facts that a model extracts. The
 * index stores them beside its files, and removes them when their chunks are purged. This package
 * calls no model and does not interpret the texts.
 */
@NullMarked
package dev.arag.index.spi.derived;

import org.jspecify.annotations.NullMarked;
