/**
 * Numbered main classes, each an example of one use. They use only the public API and run without a
 * network or an account. No other code depends on them.
 */
@NullMarked
package dev.arag.examples;

import org.jspecify.annotations.NullMarked;
