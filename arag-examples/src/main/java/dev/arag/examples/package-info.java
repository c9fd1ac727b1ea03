/**
 * Numbered example programs, one for each use of the library. They use only the public API and run
 * without a network or an account. No other code depends on them.
 */
@NullMarked
package dev.arag.examples;

import org.jspecify.annotations.NullMarked;
