/** The commands that evaluate strategies and rankings. */
@NullMarked
package dev.arag.cli.internal.evaluation;

import org.jspecify.annotations.NullMarked;
