/** The evaluation of a search for exact text, and the values by which documents are counted. */
@NullMarked
package dev.arag.core.internal.find;

import org.jspecify.annotations.NullMarked;
