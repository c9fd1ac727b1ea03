/**
 * The entry point of the evaluation: asks a set of questions with several strategies, scores the
 * answers and writes reports. The other packages of this module never use this package.
 *
 * <p>The gold answers of a question are its correct answers. Gold paragraphs, gold sections and
 * gold chunks are the texts that contain them. The short answer is the first line of an answer. A
 * setting is a value in which runs of one strategy differ, such as {@code max-turns=5}.
 */
@NullMarked
package dev.arag.evaluation;

import org.jspecify.annotations.NullMarked;
