/**
 * Keyword and semantic search over an open state of the index, with scopes and views. Never writes.
 */
@NullMarked
package dev.arag.index.internal.search;

import org.jspecify.annotations.NullMarked;
