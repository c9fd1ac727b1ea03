/** The rankings of the entity graph. This package calls no model and reads no files. */
@NullMarked
package dev.arag.graph.internal.rank;

import org.jspecify.annotations.NullMarked;
