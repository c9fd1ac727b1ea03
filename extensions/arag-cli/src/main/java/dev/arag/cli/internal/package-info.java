/**
 * The {@code arag} command: one class for each subcommand, built on the public API. Results go to
 * standard output, everything else to standard error. The library contains all logic for documents,
 * searches and answers.
 */
@NullMarked
package dev.arag.cli.internal;

import org.jspecify.annotations.NullMarked;
