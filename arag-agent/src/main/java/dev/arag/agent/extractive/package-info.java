/**
 * A rule-based chat model without an LLM, for demonstrations and tests. It runs offline and answers
 * with verbatim sentences; its answers do not indicate the quality of an LLM's answers.
 */
@NullMarked
package dev.arag.agent.extractive;

import org.jspecify.annotations.NullMarked;
