/** For authors of connectors: what a connector lists and reads. */
@NullMarked
package dev.arag.connect.spi;

import org.jspecify.annotations.NullMarked;
