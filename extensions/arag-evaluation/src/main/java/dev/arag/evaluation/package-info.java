/**
 * The entry points of the evaluation: ask a set of questions with several strategies, score the
 * answers and write reports.
 *
 * <p>The gold answers of a question are its correct answers. Gold paragraphs, gold sections and
 * gold chunks are the texts that contain them. The short answer is the first line of an answer,
 * without markers and Markdown. A setting is a value in which runs of one strategy differ, such as
 * {@code max-turns=5}.
 */
@NullMarked
package dev.arag.evaluation;

import org.jspecify.annotations.NullMarked;
