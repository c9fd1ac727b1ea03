/**
 * Documents, chunks and sentences as immutable values. This package neither changes nor splits
 * text; {@code index.split} does.
 */
@NullMarked
package dev.arag.core.text;

import org.jspecify.annotations.NullMarked;
