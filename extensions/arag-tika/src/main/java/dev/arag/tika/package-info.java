/**
 * Office files, e-books and mail into documents, through Apache Tika and Apache POI. Only the
 * parsers named here ever run, whatever else is on the class path. Everything is read from memory:
 * no file is written, no connection opened, no process started, no macro run. What is embedded in a
 * file is named and not opened.
 */
@NullMarked
package dev.arag.tika;

import org.jspecify.annotations.NullMarked;
