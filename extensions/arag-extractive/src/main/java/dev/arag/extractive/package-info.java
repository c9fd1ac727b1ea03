/**
 * A rule-based chat model for demonstrations and tests. The model does not use an LLM and runs
 * offline. It answers with sentences copied verbatim from tool results. The quality of its answers
 * does not indicate the quality of an LLM's answers.
 */
@NullMarked
package dev.arag.extractive;

import org.jspecify.annotations.NullMarked;
