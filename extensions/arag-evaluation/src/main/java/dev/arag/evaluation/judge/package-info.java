/**
 * An LLM that judges whether an answer is correct. This package never reads the environment, and it
 * never shows the evidence block of an answer to the judge.
 */
@NullMarked
package dev.arag.evaluation.judge;

import org.jspecify.annotations.NullMarked;
