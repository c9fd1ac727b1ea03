/**
 * Writes the request that compares the sentences of an answer with their quotes, and reads the
 * reply. This package sends no requests.
 */
@NullMarked
package dev.arag.agent.internal.claim;

import org.jspecify.annotations.NullMarked;
