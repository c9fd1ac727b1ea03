/** Measurements, see docs/measurements.md. */
@NullMarked
package dev.arag.solr.bench;

import org.jspecify.annotations.NullMarked;
