/**
 * What authors of parsers, record formats and sentence rules implement and use. Applications only
 * pass such objects on.
 */
@NullMarked
package dev.arag.index.spi;

import org.jspecify.annotations.NullMarked;
