/**
 * Small operations on strings that several modules need. The package {@code internal.fold} contains
 * character properties.
 */
@NullMarked
package dev.arag.core.internal.string;

import org.jspecify.annotations.NullMarked;
