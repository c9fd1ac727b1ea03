/** The conditions of a search for exact text, on the folded text of one sentence. */
@NullMarked
package dev.arag.core.internal.condition;

import org.jspecify.annotations.NullMarked;
