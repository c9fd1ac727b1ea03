/**
 * Parallel scans and batching of concurrent calls. This package does not depend on the data that is
 * scanned. Idle helper threads end after a few seconds.
 */
@NullMarked
package dev.arag.index.internal.scan;

import org.jspecify.annotations.NullMarked;
