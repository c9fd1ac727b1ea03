/**
 * Counts runs in a Micrometer registry, under the names of OpenTelemetry's conventions for
 * generative AI. Needs micrometer-core on the class path. It stands on the door and is never called
 * by it; it tells no text.
 */
@NullMarked
package dev.arag.micrometer;

import org.jspecify.annotations.NullMarked;
