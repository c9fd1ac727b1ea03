/** Keyword and semantic search of a commit, with scopes and views. Never writes. */
@NullMarked
package dev.arag.index.internal.search;

import org.jspecify.annotations.NullMarked;
