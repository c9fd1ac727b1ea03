/** Measurements, see docs/scale.md. */
@NullMarked
package dev.arag.solr.bench;

import org.jspecify.annotations.NullMarked;
