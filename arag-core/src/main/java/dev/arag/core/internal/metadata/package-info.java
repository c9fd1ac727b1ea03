/** Checks and copies the metadata of a document. */
@NullMarked
package dev.arag.core.internal.metadata;

import org.jspecify.annotations.NullMarked;
