/**
 * What all files of an index share: header, body in checked blocks, checksum tables, footer, and
 * how numbers and texts are written in a body. It knows no file's contents, and never repairs.
 */
@NullMarked
package dev.arag.index.internal.file;

import org.jspecify.annotations.NullMarked;
