/**
 * The mentions file: finding the names and phrases of sentences, and writing, merging and reading
 * their lists. This package does not decide which documents are part of an index.
 */
@NullMarked
package dev.arag.index.internal.mention;

import org.jspecify.annotations.NullMarked;
