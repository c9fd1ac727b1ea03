/**
 * Options and parameters that several subcommands share, and their conversion from text. Invalid
 * values throw {@code UsageException}.
 */
@NullMarked
package dev.arag.cli.internal.option;

import org.jspecify.annotations.NullMarked;
