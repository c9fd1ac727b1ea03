/** FaithfulRAG: compares what the model remembers with what the documents state. */
@NullMarked
package dev.arag.strategies.internal.faithful;

import org.jspecify.annotations.NullMarked;
