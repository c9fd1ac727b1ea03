/** What parsers share: decoding of text, sections, tables, their headers, and titles of files. */
@NullMarked
package dev.arag.index.spi.text;

import org.jspecify.annotations.NullMarked;
