/**
 * Parallel scans and batching of concurrent calls. Does not depend on the scanned data; keeps a few
 * idle threads for some seconds.
 */
@NullMarked
package dev.arag.index.internal.scan;

import org.jspecify.annotations.NullMarked;
