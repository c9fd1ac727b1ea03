/**
 * Collects the text, the properties and the warnings of one file, and converts the exceptions of
 * parsers. This package never loads parsers from the class path and never opens embedded files.
 */
@NullMarked
package dev.arag.tika.internal.text;

import org.jspecify.annotations.NullMarked;
