/**
 * The rows of results files, and their JSON. This package reads results files, and computes no
 * metric.
 */
@NullMarked
package dev.arag.evaluation.internal.row;

import org.jspecify.annotations.NullMarked;
