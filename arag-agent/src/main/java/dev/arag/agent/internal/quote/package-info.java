/** Compares quotes with texts, and finds the position of a quote. */
@NullMarked
package dev.arag.agent.internal.quote;

import org.jspecify.annotations.NullMarked;
