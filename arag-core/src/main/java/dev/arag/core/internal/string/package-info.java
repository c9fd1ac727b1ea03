/**
 * Small operations on text that several modules need. Character properties belong to {@code
 * internal.fold}.
 */
@NullMarked
package dev.arag.core.internal.string;

import org.jspecify.annotations.NullMarked;
