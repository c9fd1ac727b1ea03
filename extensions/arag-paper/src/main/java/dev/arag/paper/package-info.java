/**
 * Reproduces the A-RAG paper, for comparisons with its results. {@link
 * dev.arag.paper.Paper#profile()} has the order of hits, the tools and the loop of the reference
 * implementation. {@link dev.arag.paper.PaperStrategies} has the ablations of the paper. Agents
 * without this profile do not change.
 */
@NullMarked
package dev.arag.paper;

import org.jspecify.annotations.NullMarked;
