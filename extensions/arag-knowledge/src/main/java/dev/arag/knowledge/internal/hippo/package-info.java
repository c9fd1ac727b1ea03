/** HippoRAG 2: a ranking of chunks along extracted facts. */
@NullMarked
package dev.arag.knowledge.internal.hippo;

import org.jspecify.annotations.NullMarked;
