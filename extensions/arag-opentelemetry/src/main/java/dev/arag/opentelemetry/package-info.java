/**
 * Reports runs to OpenTelemetry as spans and metrics, following its conventions for generative AI.
 * Requires opentelemetry-api on the class path. It uses only the public API of the agent, does not
 * influence a run, and reports no text by default.
 */
@NullMarked
package dev.arag.opentelemetry;

import org.jspecify.annotations.NullMarked;
