/**
 * The keywords file, which stores folded texts: its layout, its writer and its search. The core
 * defines matches.
 */
@NullMarked
package dev.arag.index.internal.keyword;

import org.jspecify.annotations.NullMarked;
