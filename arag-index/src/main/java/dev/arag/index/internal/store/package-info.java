/**
 * Access to the files of an index directory: listing, reading, writing, durability, and the write
 * lock. This package does not depend on file formats. No other package accesses index files
 * directly.
 */
@NullMarked
package dev.arag.index.internal.store;

import org.jspecify.annotations.NullMarked;
