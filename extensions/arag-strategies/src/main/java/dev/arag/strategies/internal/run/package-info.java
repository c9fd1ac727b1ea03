/** Views of a run that wrappers give to the strategy that they wrap. */
@NullMarked
package dev.arag.strategies.internal.run;

import org.jspecify.annotations.NullMarked;
