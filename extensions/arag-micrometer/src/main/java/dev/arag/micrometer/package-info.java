/**
 * Records metrics of runs in a Micrometer registry, named after OpenTelemetry's conventions for
 * generative AI. Requires micrometer-core on the class path. It uses only the public API of the
 * agent and reports no text.
 */
@NullMarked
package dev.arag.micrometer;

import org.jspecify.annotations.NullMarked;
