/**
 * The A-RAG paper as its reference implementation does it, for comparisons with its results: {@link
 * dev.arag.paper.Paper#profile()} has the order of hits, the tools, the prompts and the loop, and
 * {@link dev.arag.paper.PaperStrategies} has the ablations. This package changes nothing for other
 * agents.
 */
@NullMarked
package dev.arag.paper;

import org.jspecify.annotations.NullMarked;
