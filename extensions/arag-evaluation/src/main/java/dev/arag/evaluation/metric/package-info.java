/**
 * Compares answers with gold answers. The other metrics are internal; {@code docs/guide/metrics.md}
 * defines all of them. This package calls no model.
 */
@NullMarked
package dev.arag.evaluation.metric;

import org.jspecify.annotations.NullMarked;
