/**
 * Summaries of sections, documents, groups of documents and communities of entities, and the
 * strategies that use them or extracted facts.
 */
@NullMarked
package dev.arag.knowledge.internal.summary;

import org.jspecify.annotations.NullMarked;
