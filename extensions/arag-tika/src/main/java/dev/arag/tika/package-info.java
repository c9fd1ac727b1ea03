/**
 * Parses office files, e-books and mail with Apache Tika and Apache POI. Only the parsers that this
 * package names can run, even if the class path contains others. Files are parsed in memory. The
 * parsers write no files, open no connections, start no processes and run no macros. Embedded files
 * are listed but not opened.
 */
@NullMarked
package dev.arag.tika;

import org.jspecify.annotations.NullMarked;
