/**
 * What the results of a batch depend on: hashes of questions, corpora and prompts, and the file of
 * chunk vectors.
 */
@NullMarked
package dev.arag.evaluation.internal.corpus;

import org.jspecify.annotations.NullMarked;
