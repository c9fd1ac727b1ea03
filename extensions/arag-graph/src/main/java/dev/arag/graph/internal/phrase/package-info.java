/** Finds names and phrases in sentences of any language, by rules. This package knows no corpus. */
@NullMarked
package dev.arag.graph.internal.phrase;

import org.jspecify.annotations.NullMarked;
