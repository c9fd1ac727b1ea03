/** Summaries of sections, documents and groups of documents, and the strategies that use them. */
@NullMarked
package dev.arag.knowledge.internal.summary;

import org.jspecify.annotations.NullMarked;
