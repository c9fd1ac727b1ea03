/**
 * Keyword and semantic search in a commit, restricted to a scope. Code in this package never writes
 * to an index.
 */
@NullMarked
package dev.arag.index.internal.search;

import org.jspecify.annotations.NullMarked;
