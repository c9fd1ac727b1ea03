/** The extracted facts, as records beside an index. This package calls no model. */
@NullMarked
package dev.arag.knowledge.internal.store;

import org.jspecify.annotations.NullMarked;
