/**
 * Records the spans and the histograms of one run, with the names of OpenTelemetry's conventions.
 * This package never configures or closes OpenTelemetry.
 */
@NullMarked
package dev.arag.opentelemetry.internal;

import org.jspecify.annotations.NullMarked;
