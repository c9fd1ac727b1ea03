/**
 * A chat model without weights that searches by rule and answers with verbatim sentences. It runs
 * offline and says nothing about how well an LLM would answer.
 */
@NullMarked
package dev.arag.agent.extractive;

import org.jspecify.annotations.NullMarked;
