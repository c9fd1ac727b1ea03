/**
 * Reads files that already have a structure: records (JSON Lines, JSON arrays, CSV) and predefined
 * chunks. Nothing here opens a network connection.
 */
@NullMarked
package dev.arag.records;

import org.jspecify.annotations.NullMarked;
