/**
 * Reports runs to OpenTelemetry as spans and metrics, following OpenTelemetry's conventions for
 * generative AI. This package requires opentelemetry-api on the class path. It uses only the public
 * API of the agent, does not change the outcome of a run, and reports no text by default.
 */
@NullMarked
package dev.arag.opentelemetry;

import org.jspecify.annotations.NullMarked;
