/**
 * Background syncs and the runs of agents, from the start of the application to its end. This
 * package never closes the index.
 */
@NullMarked
package dev.arag.spring.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
