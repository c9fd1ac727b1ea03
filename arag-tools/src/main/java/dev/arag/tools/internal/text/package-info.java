/**
 * Prepares text for a model: sanitizes, fences, quotes and truncates it. This package does not read
 * a corpus.
 */
@NullMarked
package dev.arag.tools.internal.text;

import org.jspecify.annotations.NullMarked;
