/**
 * The {@code arag} command: one class for each subcommand, built on the public API. Results go to
 * standard output, everything else to standard error. This package contains no logic for documents,
 * searches or answers, and nothing that an application would need.
 */
@NullMarked
package dev.arag.examples.cli;

import org.jspecify.annotations.NullMarked;
