/**
 * The {@code arag} command: one small class for each subcommand, over the library's public face.
 * Results go to standard output, everything else to standard error. It decides nothing about
 * documents, searches or answers, and holds nothing that a program would need.
 */
@NullMarked
package dev.arag.examples.cli;

import org.jspecify.annotations.NullMarked;
