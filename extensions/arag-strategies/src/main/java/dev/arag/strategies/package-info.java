/**
 * Other methods of retrieval-augmented generation, for comparison and for questions that they suit
 * better than the loop of A-RAG. The other packages of this module never use this package.
 */
@NullMarked
package dev.arag.strategies;

import org.jspecify.annotations.NullMarked;
