/**
 * Parsing of citations and quote matching. Compares texts only; never reads the corpus for text
 * that was not shown.
 */
@NullMarked
package dev.arag.agent.internal.citation;

import org.jspecify.annotations.NullMarked;
