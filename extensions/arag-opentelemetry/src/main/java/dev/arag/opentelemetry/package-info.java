/**
 * Tells OpenTelemetry of runs: spans and metrics after its conventions for generative AI. Needs
 * opentelemetry-api on the class path. It stands on the door and is never called by it; it decides
 * nothing, and tells no text unless it is asked to.
 */
@NullMarked
package dev.arag.opentelemetry;

import org.jspecify.annotations.NullMarked;
