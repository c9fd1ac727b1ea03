/**
 * How a long search is spread over idle processors. It knows nothing of what is scanned, and keeps
 * nothing but a few idle threads, for some seconds.
 */
@NullMarked
package dev.arag.index.internal.scan;

import org.jspecify.annotations.NullMarked;
