/**
 * Parses office files, e-books and mail with Apache Tika and Apache POI. Only the parsers named
 * here run, regardless of the class path. Files are read in memory: the parsers write no files,
 * open no connections, start no processes and run no macros. Embedded files are listed but not
 * opened.
 */
@NullMarked
package dev.arag.tika;

import org.jspecify.annotations.NullMarked;
