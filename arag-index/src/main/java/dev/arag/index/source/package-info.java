/** What an index is kept in sync with: a folder, a file, or documents from code. */
@NullMarked
package dev.arag.index.source;

import org.jspecify.annotations.NullMarked;
