/**
 * The parser of citations and the comparison of quotes with the text shown. This package only
 * compares texts. From the corpus it reads only cited chunks, and it never uses text that was not
 * shown to confirm a citation.
 */
@NullMarked
package dev.arag.agent.internal.citation;

import org.jspecify.annotations.NullMarked;
