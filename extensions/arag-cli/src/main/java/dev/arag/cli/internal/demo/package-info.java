/** The command that shows all features on a built-in corpus. */
@NullMarked
package dev.arag.cli.internal.demo;

import org.jspecify.annotations.NullMarked;
