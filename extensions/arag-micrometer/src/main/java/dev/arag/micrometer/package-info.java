/**
 * Records metrics of runs with Micrometer, with the tags of OpenTelemetry's conventions for
 * generative AI. This package requires micrometer-core on the class path, uses only the public API
 * of the agent and reports no text.
 */
@NullMarked
package dev.arag.micrometer;

import org.jspecify.annotations.NullMarked;
