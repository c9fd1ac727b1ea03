/**
 * Other methods of retrieval-augmented generation. Applications use them to compare methods, or for
 * questions that they answer better than {@link dev.arag.agent.Strategies#arag()}, the default. The
 * other packages of this module never use this package.
 */
@NullMarked
package dev.arag.strategies;

import org.jspecify.annotations.NullMarked;
