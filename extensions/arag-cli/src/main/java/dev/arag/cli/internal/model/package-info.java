/** The LLMs of the commands, from the environment variables. */
@NullMarked
package dev.arag.cli.internal.model;

import org.jspecify.annotations.NullMarked;
