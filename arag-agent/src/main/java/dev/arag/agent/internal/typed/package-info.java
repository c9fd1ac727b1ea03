/**
 * Creates JSON schemas of record types and parses replies into records. This package does not call
 * a model.
 */
@NullMarked
package dev.arag.agent.internal.typed;

import org.jspecify.annotations.NullMarked;
