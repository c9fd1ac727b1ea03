/** The results of writes: reports, progress, and the exceptions that only a write throws. */
@NullMarked
package dev.arag.index.sync;

import org.jspecify.annotations.NullMarked;
