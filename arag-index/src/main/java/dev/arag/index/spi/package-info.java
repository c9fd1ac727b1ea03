/**
 * The interfaces that authors of parsers, record formats and sentence rules implement, and the
 * types that these interfaces use. Applications use only {@link dev.arag.index.spi.IngestLimits}
 * and {@link dev.arag.index.spi.Skip} themselves.
 */
@NullMarked
package dev.arag.index.spi;

import org.jspecify.annotations.NullMarked;
