/**
 * The entry point of the evaluation: runs strategies over a set of questions, scores the results
 * and writes reports. The other packages of this module never use this package.
 */
@NullMarked
package dev.arag.evaluation;

import org.jspecify.annotations.NullMarked;
