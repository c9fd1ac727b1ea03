/** The title line of a document. Never reads a corpus. */
@NullMarked
package dev.arag.core.internal.text;

import org.jspecify.annotations.NullMarked;
