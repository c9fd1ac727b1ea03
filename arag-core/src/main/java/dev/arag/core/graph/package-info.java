/**
 * The entity graph of a corpus: which names and phrases its chunks mention, and rankings along
 * these mentions. This package calls no model and reads no files.
 */
@NullMarked
package dev.arag.core.graph;

import org.jspecify.annotations.NullMarked;
