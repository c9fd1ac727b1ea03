/** Searches that an application gives to strategies. */
@NullMarked
package dev.arag.strategies.search;

import org.jspecify.annotations.NullMarked;
