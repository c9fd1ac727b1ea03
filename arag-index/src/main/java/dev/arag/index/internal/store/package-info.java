/**
 * Access to the files of an index directory: names, bytes, durability and the write lock. Does not
 * depend on file formats. No other package accesses index files.
 */
@NullMarked
package dev.arag.index.internal.store;

import org.jspecify.annotations.NullMarked;
