/**
 * Numbered main classes, one idea each, to be read and copied. They use only the library's public
 * face, run without a network or an account, and nothing calls them.
 */
@NullMarked
package dev.arag.examples;

import org.jspecify.annotations.NullMarked;
