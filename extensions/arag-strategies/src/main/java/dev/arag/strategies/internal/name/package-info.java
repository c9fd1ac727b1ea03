/** The names of strategies: options, and their canonical form. */
@NullMarked
package dev.arag.strategies.internal.name;

import org.jspecify.annotations.NullMarked;
