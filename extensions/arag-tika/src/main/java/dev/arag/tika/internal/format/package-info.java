/**
 * Detects the type of a file from its content, and reads the formats that are not zip archives.
 * This package never uses the file name.
 */
@NullMarked
package dev.arag.tika.internal.format;

import org.jspecify.annotations.NullMarked;
