/**
 * What authors of parsers, record formats and sentence rules implement and use. Applications set
 * {@link dev.arag.index.spi.IngestLimits}, read each {@link dev.arag.index.spi.Skip} of a report,
 * and otherwise only pass such objects on.
 */
@NullMarked
package dev.arag.index.spi;

import org.jspecify.annotations.NullMarked;
