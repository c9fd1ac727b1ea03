/**
 * Metrics of runs for Micrometer, named after OpenTelemetry's conventions for generative AI. This
 * package requires micrometer-core, uses only the public API of the agent and reports no text.
 */
@NullMarked
package dev.arag.micrometer;

import org.jspecify.annotations.NullMarked;
