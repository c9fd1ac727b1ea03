/**
 * The mentions file: storing what a finder finds in sentences, and reading it. This package does
 * not decide which documents are part of an index.
 */
@NullMarked
package dev.arag.index.internal.mention;

import org.jspecify.annotations.NullMarked;
