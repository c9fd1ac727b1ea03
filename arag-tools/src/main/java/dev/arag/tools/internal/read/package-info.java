/** The tool that reads chunks and sections, and the text of what it sends. */
@NullMarked
package dev.arag.tools.internal.read;

import org.jspecify.annotations.NullMarked;
