/**
 * The entity graph of a corpus and its results: entities, rankings and paths. This package never
 * reads a corpus.
 */
@NullMarked
package dev.arag.graph.entity;

import org.jspecify.annotations.NullMarked;
