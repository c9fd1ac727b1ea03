/**
 * Numbered example programs, one for each use case of the library. The programs use only the public
 * API and run without a network or an account. No other code depends on these programs.
 */
@NullMarked
package dev.arag.examples;

import org.jspecify.annotations.NullMarked;
